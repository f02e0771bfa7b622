// Where the wires of a workgroup lie in its shared memory. Words of one bank are served one after the other, so that a stride of a power of two makes invocations
// wait; the layout is the one of those below that waits least, counted for the plan that is emitted.

import type { WorkgroupPlan } from "./plan-workgroup.ts";

/** Banks of one word, and invocations whose accesses go at the same time: NVIDIA's, and at least as many as those of others. */
const BANKS = 32;

/** How wires lie. */
interface Layout {
  readonly isPadded: boolean; // one place is left out after every 32 (Harris, GPU Gems 3, chapter 39)
  readonly isSplit: boolean; // each word of a value in an array of its own
}

/** The plainest first. */
const LAYOUTS: readonly Layout[] = [
  { isPadded: false, isSplit: false },
  { isPadded: true, isSplit: false },
  { isPadded: false, isSplit: true },
  { isPadded: true, isSplit: true },
];

/** Shared memory as text: what is declared, and how steps read and write a wire. */
export interface SharedWires {
  readonly declared: string;
  readonly read: (wire: string) => string;
  readonly write: (wire: string, value: string) => string;
  readonly bytes: number;
  readonly waits: number; // cycles for which accesses of a workgroup wait
  readonly plainWaits: number; // the same if wires lay side by side
}

export function sharedWires(plan: WorkgroupPlan, words: number): SharedWires {
  const accesses = accessesOf(plan);
  const counted = LAYOUTS.map((layout) => ({ layout, waits: waitsOf(accesses, layout, words) }));
  const { layout, waits } = counted.reduce((best, each) => (each.waits < best.waits ? each : best));
  const places = placeOf(plan.width - 1, layout) + 1;
  return {
    ...(layout === LAYOUTS[0] ? plainText(plan) : layoutText(plan, layout, places, words)),
    ...{ bytes: plan.copies * places * words * 4, waits, plainWaits: counted[0].waits },
  };
}

/** Wires by invocation, undefined of those that wait meanwhile; for each instruction that accesses shared memory. */
type Accesses = readonly (number | undefined)[];

function accessesOf({ assignment, invocationCount, width, copies, steps }: WorkgroupPlan) {
  const all: Accesses[] = [];
  const everyWire = (): void => {
    for (let first = 0; first < width; first += invocationCount) {
      const count = Math.min(invocationCount, width - first);
      all.push(Array.from({ length: count }, (_, i) => first + i));
    }
  };
  const isOwned = assignment === "elements";
  if (copies === 1) everyWire();
  for (const { pairs, isShared, hasBarrierBefore } of steps) {
    const wiresOf = (end: "source" | "destination"): Accesses => {
      const wires = new Array<number | undefined>(invocationCount).fill(undefined);
      for (const pair of pairs) wires[pair.invocation] = pair[end];
      return wires;
    };
    if (copies === 2 && hasBarrierBefore) everyWire();
    all.push(wiresOf("source"));
    if (!isOwned) all.push(wiresOf("destination"));
    if (copies === 1 && isShared) all.push(wiresOf("destination"));
  }
  if (!isOwned) everyWire();
  return all;
}

function waitsOf(accesses: readonly Accesses[], layout: Layout, words: number): number {
  const stride = layout.isSplit ? 1 : words; // the words of a value are one instruction each
  let waits = 0;
  for (const wires of accesses) {
    for (let first = 0; first < wires.length; first += BANKS) {
      const found = new Set<number>();
      for (const wire of wires.slice(first, first + BANKS)) {
        if (wire !== undefined) found.add(stride * placeOf(wire, layout));
      }
      waits += words * waitsOfWords(found);
    }
  }
  return waits;
}

/** Cycles beyond the first until all have been served. Invocations that want the same word get it together. */
function waitsOfWords(found: ReadonlySet<number>): number {
  const counts = new Array<number>(BANKS).fill(0);
  for (const word of found) counts[word % BANKS]++;
  return Math.max(1, ...counts) - 1;
}

function placeOf(wire: number, { isPadded }: Layout): number {
  return isPadded ? wire + Math.floor(wire / BANKS) : wire;
}

function plainText({ copies }: WorkgroupPlan): Pick<SharedWires, "declared" | "read" | "write"> {
  const wires = copies === 1 ? "a" : "a[current]";
  return {
    declared: `var<workgroup> a: ${copies === 1 ? "array<Value, N>" : "array<array<Value, N>, 2>"};\n`,
    read: (wire) => `${wires}[${wire}]`,
    write: (wire, value) => `${wires}[${wire}] = ${value};`,
  };
}

function layoutText(
  { copies }: WorkgroupPlan,
  { isPadded, isSplit }: Layout,
  places: number,
  words: number,
): Pick<SharedWires, "declared" | "read" | "write"> {
  const [parameter, argument] = copies === 1 ? ["", ""] : ["current: i32, ", "current, "];
  const place = `${copies === 1 ? "" : `current * ${places} + `}wire${isPadded ? " + (wire >> 5u)" : ""}`;
  const arrayOf = (type: string): string => `array<${type}, ${copies * places}>`;
  const each = Array.from({ length: words }, (_, word) => word);
  const lines = isSplit
    ? [
        ...each.map((word) => `var<workgroup> a${word}: ${arrayOf("u32")};`),
        ...["", `fn read_wire(${parameter}wire: i32) -> Value {`, `  let place = ${place};`],
        ...[`  return Value(${each.map((word) => `a${word}[place]`).join(", ")});`, "}"],
        ...["", `fn write_wire(${parameter}wire: i32, value: Value) {`, `  let place = ${place};`],
        ...[...each.map((word) => `  a${word}[place] = value.w${word};`), "}"],
      ]
    : [
        `var<workgroup> a: ${arrayOf("Value")};`,
        ...["", `fn read_wire(${parameter}wire: i32) -> Value {`, `  return a[${place}];`, "}"],
        ...["", `fn write_wire(${parameter}wire: i32, value: Value) {`, `  a[${place}] = value;`, "}"],
      ];
  return {
    declared: `${lines.join("\n")}\n`,
    read: (wire) => `read_wire(${argument}${wire})`,
    write: (wire, value) => `write_wire(${argument}${wire}, ${value});`,
  };
}
