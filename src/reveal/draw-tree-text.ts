// A tree for a terminal. Subtrees that are alike but for where they begin are drawn once, so that a regular tree takes some ten lines however
// long it is.
import { checkInteger } from "../values/check-arguments.ts";
import { checkOptionNames } from "../values/check-name.ts";
import { InvalidArgumentError } from "../values/errors.ts";
import { countElements } from "./check-tree.ts";
import { canonicalTree, foldTree, type RevealedTree } from "./revealed-tree.ts";

/** Options of `drawTreeText`. */
export interface DrawTreeTextOptions {
  readonly lineCount?: number; // of the drawing, at most; default 40
}

/** Elements of a drawing. */
const MOST_ELEMENTS = 2 ** 20;

/** Nodes within nodes that a line of 80 columns has room for. */
const DEEPEST = 12;

/**
 * Draws a tree as lines of text of at most 80 columns: a node above what it adds, and what is alike but for where it begins once: "like it, from
 * x8".
 *
 * @throws InvalidArgumentError for what is no tree
 */
export function drawTreeText(tree: RevealedTree, options: DrawTreeTextOptions = {}): string {
  checkOptionNames(options, ["lineCount"]);
  const lineCount = checkInteger("lineCount", options.lineCount ?? 40, 1);
  countElements(tree, MOST_ELEMENTS, (expected, fact) => {
    throw new InvalidArgumentError("tree", expected, fact);
  });
  const lines: string[] = [];
  for (const line of drawn(shapeOf(canonicalTree(tree)))) {
    if (lines.length === lineCount) return `${lines.join("\n")}\n…\n`;
    lines.push(line);
  }
  return `${lines.join("\n")}\n`;
}

/** A subtree, with what it is like. */
interface Shape {
  readonly first: number; // its smallest index
  readonly count: number; // of elements
  readonly kind: number; // equal for subtrees that are alike but for where they begin
  readonly parts: readonly Shape[];
}

function shapeOf(tree: RevealedTree): Shape {
  const kinds = new Map<string, number>([["", 0]]);
  return foldTree<Shape>(
    tree,
    (index) => ({ first: index, count: 1, kind: 0, parts: [] }),
    (parts) => {
      const [{ first }] = parts;
      const key = parts.map((part) => `${part.kind}:${part.first - first}`).join(" ");
      const kind = kinds.get(key) ?? kinds.size;
      kinds.set(key, kind);
      return { first, count: parts.reduce((sum, part) => sum + part.count, 0), kind, parts };
    },
  );
}

/** A line to be, and the lines below it. */
interface Open {
  readonly what: Shape | string;
  readonly prefix: string; // of its line
  readonly indent: string; // of those below
  readonly level: number;
}

function* drawn(root: Shape): Generator<string> {
  const open: Open[] = [{ what: root, prefix: "", indent: "", level: 0 }];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const { what, prefix, indent, level } = next;
    if (typeof what === "string") {
      yield prefix + what;
      continue;
    }
    const operands = operandsOf(what);
    const sum = sumText(what, operands);
    yield prefix + (sum ?? `${headingOf(what, operands)}${level === DEEPEST ? ": …" : ""}`);
    if (sum !== undefined || level === DEEPEST) continue;
    const below = grouped(operands).flatMap(linesOf);
    below.reverse().forEach((each, fromEnd) => {
      const [branch, stem] = fromEnd === 0 ? ["└─ ", "   "] : ["├─ ", "│  "];
      open.push({ what: each, prefix: indent + branch, indent: indent + stem, level: level + 1 });
    });
  }
}

/** What a node adds: its parts, or where it is the last of several additions of the same to one running sum, all of theirs. */
function operandsOf(shape: Shape): readonly Shape[] {
  const { parts } = shape;
  if (parts.length !== 2) return parts;
  const added: Shape[] = [];
  let running = shape;
  while (running.parts.length === 2 && running.parts[1].kind === parts[1].kind) {
    added.push(running.parts[1]);
    running = running.parts[0];
  }
  return added.length < 2 ? parts : [running, ...added.reverse()];
}

/** Neighbours that are alike, at equal distances. */
function grouped(shapes: readonly Shape[]): readonly (readonly Shape[])[] {
  const groups: Shape[][] = [];
  for (const shape of shapes) {
    const group = groups[groups.length - 1];
    const isOne =
      group !== undefined &&
      shape.kind === group[0].kind &&
      (group.length === 1 || shape.first - group[group.length - 1].first === group[1].first - group[0].first);
    if (isOne) group.push(shape);
    else groups.push([shape]);
  }
  return groups;
}

function linesOf(group: readonly Shape[]): readonly (Shape | string)[] {
  const firsts = group.map(({ first }) => first);
  const [shape] = group;
  if (shape.parts.length === 0) return [listText(firsts, ", ")];
  if (group.length === 1) return [shape];
  const others = listText(firsts.slice(1), ", ");
  return [
    shape,
    group.length === 2 ? `like it, from ${others}` : `${group.length - 1} like it, from ${others}`,
  ];
}

/** On one line, where all operands are elements at equal distances or few. */
function sumText(shape: Shape, operands: readonly Shape[]): string | undefined {
  if (shape.parts.length === 0) return `x${shape.first}`;
  if (operands.some(({ parts }) => parts.length > 0)) return undefined;
  if (operands.length > WRITTEN_OUT && grouped(operands).length > 1) return undefined;
  const sum = listText(
    operands.map(({ first }) => first),
    " + ",
  );
  return shape.parts.length > 2 ? `${sum} at once` : sum;
}

function headingOf({ count, parts }: Shape, operands: readonly Shape[]): string {
  if (parts.length > 2) return `+ ${count} elements, ${parts.length} operands at once`;
  return operands.length > 2 ? `+ ${count} elements, one operand after the other` : `+ ${count} elements`;
}

const WRITTEN_OUT = 4;

/** Indices at equal distances: all of few, else the first two and the last. */
function listText(indices: readonly number[], between: string): string {
  const names = indices.map((index) => `x${index}`);
  if (names.length <= WRITTEN_OUT) return names.join(between);
  const [first, second] = names;
  const dots = between === ", " ? " … " : " + … + ";
  return `${first}${between}${second}${dots}${names[names.length - 1]}`;
}
