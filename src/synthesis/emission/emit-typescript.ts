import { directionIn } from "../../networks/direction.ts";
import { copyNetwork, type Network, type Pair, type Step } from "../../networks/network.ts";
import { checkOptionNames } from "../../values/check-name.ts";
import { titleText, typescriptModule } from "./typescript-module.ts";

/** What a program text says of itself. */
export interface EmitTypeScriptOptions {
  readonly title?: string; // what it is: "sklansky"; default: "a network"
}

/**
 * A network as a TypeScript module, one combine to a line: `scanInPlace(a, combine)` over an array, or a typed array, of as many values as it has wires, and
 * `exclusiveScanInPlace(a, start, combine)`.
 *
 * Compiles under `strict` and imports nothing. Values are those of `applyNetwork` and `applyNetworkExclusively`, bit for bit: the same combines of the same
 * operands, left and right. As many lines as the network has pairs.
 */
export function emitTypeScript(given: Network, options: EmitTypeScriptOptions = {}): string {
  checkOptionNames(options, ["title"]);
  const network = copyNetwork(given);
  const { width, steps } = network;
  const size = steps.reduce((sum, step) => sum + step.length, 0);
  const title = titleText(options.title, "A network");
  const body = [
    `if (a.length !== ${width}) throw new RangeError(\`"a" must have length ${width}, got \${a.length}\`);`,
    ...steps.flatMap(stepLines),
  ];
  return typescriptModule({
    head: `${title}, ${counted(width, "wire")}: ${counted(size, "combine")} in ${counted(steps.length, "step")}.`,
    remarks: [],
    direction: directionIn(network),
    body,
    isCombining: size > 0,
  });
}

/** "1 step", "2 steps". */
export function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? "" : "s"}`;
}

function stepLines(step: Step, index: number): readonly string[] {
  const { saved, pairs } = orderStep(step);
  const copies = saved.map((wire) => `const before${index + 1}_${wire} = a[${wire}];`);
  const read = (wire: number): string => (saved.includes(wire) ? `before${index + 1}_${wire}` : `a[${wire}]`);
  return [
    "",
    `// Step ${index + 1}`,
    ...copies,
    ...pairs.map((pair) => `a[${pair[1]}] = ${combineText(pair, read)};`),
  ];
}

/** The lower wire stands on the left. A destination is its own, and not written yet. */
function combineText([source, destination]: Pair, read: (wire: number) => string): string {
  const [from, own] = [read(source), `a[${destination}]`];
  return source < destination ? `combine(${from}, ${own})` : `combine(${own}, ${from})`;
}

/** The pairs of a step one after another. */
interface OrderedStep {
  readonly saved: readonly number[]; // wires to be copied first, as they are read after they are written; none in a scan
  readonly pairs: readonly Pair[];
}

/**
 * An order for the pairs of a step in which every wire is read before it is written, so that they may run one after another in place.
 *
 * From the lowest destination up where a step has no such order to heed, and from the highest down where its pairs lead up. A ring of pairs, each reading what the
 * next one writes, needs a copy; no step of a scan has one.
 */
function orderStep(step: Step): OrderedStep {
  const rising = [...step].sort((one, other) => one[1] - other[1]);
  const falling = [...rising].reverse();
  if (isInOrder(rising)) return { saved: [], pairs: rising };
  if (isInOrder(falling)) return { saved: [], pairs: falling };
  return withCopies(rising);
}

function isInOrder(pairs: readonly Pair[]): boolean {
  const written = new Set<number>();
  return pairs.every(([source, destination]) => {
    written.add(destination);
    return !written.has(source);
  });
}

/** Wires that a later pair reads and an earlier one writes, in any order of the pairs. */
function withCopies(pairs: readonly Pair[]): OrderedStep {
  const written = new Set<number>();
  const saved = new Set<number>();
  for (const [source, destination] of pairs) {
    if (written.has(source)) saved.add(source);
    written.add(destination);
  }
  return { saved: [...saved].sort((one, other) => one - other), pairs };
}
