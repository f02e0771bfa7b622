import { expect, it } from "vitest";
import { runTraced } from "../../../test/helpers/synthesis/run-scan.ts";
import { describeOnQuickAdapter } from "../../../test/webgpu/adapters.ts";
import { generateNetwork } from "../../networks/generators/generate-network.ts";
import { defineNetwork } from "../../networks/network.ts";
import { add } from "../../operators/built-in.ts";
import { emitWgsl } from "./emit-wgsl.ts";
import type { WgslScan } from "./wgsl-scan.ts";

const MOST_ACCESSES = 8; // of an invocation in a step

const TRACE = (binding: number, steps: number): string => `
var<private> who: u32;
var<private> step: u32;
var<private> taken: u32;
@group(0) @binding(${binding}) var<storage, read_write> trace: array<u32>;
fn enter(next: u32) { step = next; taken = 0u; }
fn traced(place: i32) -> i32 {
  trace[(who * ${steps}u + step) * ${MOST_ACCESSES}u + taken] = u32(place) + 1u;
  taken++;
  return place;
}
`;

/** The emitted text, with each place of shared memory that it comes by written down. */
function tracedCode({ code }: WgslScan, binding: number, steps: number): string {
  const [before, main] = code.split("@compute");
  const places = (text: string): string =>
    text
      .replaceAll(/\ba\[([^[\]]+)\]/g, "a[traced($1)]")
      .replaceAll(/let place = ((?:current|wire)[^;]*);/g, "let place = traced($1);");
  const entered = places(main)
    .replace("let j = i32(invocation);", "let j = i32(invocation);\n  who = invocation;")
    .replaceAll(/\/\/ Step (\d+)/g, "enter($1u);")
    .replace(/\n {2}((?:for [^\n]*)?store\(first)/, `\n  enter(${steps - 1}u);\n  $1`);
  return `${TRACE(binding, steps)}${places(before)}@compute${entered}`;
}

/** Cycles for which 32 invocations side by side wait for one another, over all that were traced. */
function waitsOf(
  trace: Uint32Array,
  { workgroupSize, code }: WgslScan,
  steps: number,
  words: number,
): number {
  const isSplit = code.includes("var<workgroup> a1:");
  let waits = 0;
  for (let slot = 0; slot < steps * MOST_ACCESSES; slot++) {
    for (let first = 0; first < workgroupSize; first += 32) {
      const found = new Map<number, Set<number>>();
      for (let who = first; who < Math.min(first + 32, workgroupSize); who++) {
        const place = trace[who * steps * MOST_ACCESSES + slot] - 1;
        if (place < 0) continue;
        const word = isSplit ? place : place * words;
        found.set(word % 32, (found.get(word % 32) ?? new Set()).add(word));
      }
      const most = Math.max(1, ...[...found.values()].map(({ size }) => size));
      waits += words * (most - 1);
    }
  }
  return waits;
}

it("leaves places out, and splits values into words, where that has fewer waits", () => {
  const waitsOfBrentKung = [64, 256, 1024].map(
    (n) => emitWgsl(generateNetwork("brent-kung", n), { assignment: "pairs" }).bankWaits,
  );
  expect(waitsOfBrentKung).toEqual([0, 8, 52]); // 27, 201, 915 side by side
  const { code, workgroupBytes } = emitWgsl(generateNetwork("brent-kung", 64), { assignment: "pairs" });
  expect(code).toContain("wait 0 cycles for its banks; 27 if wires lay side by side.");
  expect(workgroupBytes).toBe(65 * 4);
  const doubles = emitWgsl(generateNetwork("kogge-stone", 64), { operator: add, type: "f64" });
  expect([doubles.bankWaits, doubles.workgroupBytes]).toEqual([0, 2 * 2 * 64 * 4]);
  expect(doubles.code).toContain("wait 0 cycles for its banks; 44 if wires lay side by side.");
});

it("leaves wires side by side where nobody waits", () => {
  const { code, bankWaits } = emitWgsl(generateNetwork("sklansky", 256));
  expect(bankWaits).toBe(0);
  expect(code).not.toMatch(/banks|read_wire/);
});

it("has a place for every wire of a network that nothing is done to", () => {
  expect(emitWgsl(defineNetwork(40, [])).bankWaits).toBe(0);
});

describeOnQuickAdapter((adapter) => {
  it.each([
    ["brent-kung", "pairs", "u32"],
    ["brent-kung", "pairs", "f64"],
    ["sklansky", "pairs", "u32"],
    ["han-carlson", "elements", "u32"],
    ["kogge-stone", "elements", "f64"],
    ["kogge-stone", "pairs", "f64"],
  ] as const)("waits as is counted: %s by %s, %s", async (name, assignment, type) => {
    const network = generateNetwork(name, 128);
    const scan = emitWgsl(network, { assignment, operator: add, type });
    const words = type === "f64" ? 2 : 1;
    const steps = network.steps.length + 2;
    const code = tracedCode(scan, 2, steps);
    const length = scan.workgroupSize * steps * MOST_ACCESSES;
    const input = [new Uint32Array(128 * words)];
    const trace = await runTraced(await adapter.device(), code, input, length);
    expect(trace.some((place) => place > 0)).toBe(true);
    expect(waitsOf(trace, scan, steps, words)).toBe(scan.bankWaits);
  });
});
