import { cpSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { Worker } from "node:worker_threads";
import { afterAll, beforeAll, describe, expect, test } from "vitest";

// What `allocate` of one entry point gives, every other uses where it is. Seen by the addresses that kernels and workers get, and by the
// elements that are copied, of which there are none.

const DIST = fileURLToPath(new URL("../../dist", import.meta.url));
const LENGTH = 2 ** 17;

type Allocate = typeof import("../../src/index.ts").allocate;
type Pool = Awaited<ReturnType<typeof import("../../src/workers.ts").openWorkers>>;

const FILES = ["index", "sums", "networks", "algorithms", "streams", "operators", "workers"];
const loadAll = async (folder: string) => {
  const files = FILES.map((name) => import(pathToFileURL(join(folder, `${name}.mjs`)).href));
  const [elements, sums, networks, algorithms, streams, operators, workers] = await Promise.all(files);
  return { elements, sums, networks, algorithms, streams, operators, workers };
};
const entryPoints = await loadAll(DIST);
const { elements, sums, networks, algorithms, workers } = entryPoints;

/** Another copy of the package. */
const twinFolder = mkdtempSync(join(tmpdir(), "samebits-twice-"));
cpSync(DIST, twinFolder, { recursive: true });
const twins = await loadAll(twinFolder);

/** What was seen since `watch` was called. */
let operands = new Set<unknown>();
let posted: { readonly address: number; readonly buffer: unknown }[] = [];
let copied = 0;
let watched: readonly Float64Array[] = [];

function watch(...arrays: readonly Float64Array[]): void {
  operands = new Set();
  posted = [];
  copied = 0;
  watched = arrays;
}

/** Whether bytes from `start` on are of an array that is watched. */
const lies = ({ buffer }: ArrayBufferView, start: number, bytes: number): boolean =>
  watched.some(
    (array) =>
      buffer === array.buffer &&
      start < array.byteOffset + array.byteLength &&
      array.byteOffset < start + bytes,
  );

const { Instance } = WebAssembly;
const Typed = Object.getPrototypeOf(Float64Array.prototype);
const { set, slice } = Typed;

class WatchedInstance extends Instance {
  override readonly exports: WebAssembly.Exports;
  constructor(module: WebAssembly.Module, imports?: WebAssembly.Imports) {
    super(module, imports);
    const kernels = new Instance(module, imports).exports as Record<string, (...given: unknown[]) => unknown>;
    this.exports = Object.fromEntries(
      Object.entries(kernels).map(([name, kernel]) => [
        name,
        (...given: unknown[]) => {
          for (const operand of given) operands.add(operand);
          return kernel(...given);
        },
      ]),
    ) as unknown as WebAssembly.Exports;
  }
}

function watchedWorker(): Worker {
  const worker = new Worker(join(DIST, "samebits-worker.mjs"));
  const post = worker.postMessage.bind(worker);
  worker.postMessage = (message: { readonly kind: string }) => {
    if ("input" in message && "output" in message) {
      posted.push(...(message.input as typeof posted), ...(message.output as typeof posted));
    }
    post(message);
  };
  return worker;
}

let pool: Pool;
beforeAll(async () => {
  WebAssembly.Instance = WatchedInstance as typeof Instance;
  Typed.set = function (this: Float64Array, source: Float64Array, at?: number) {
    const { byteOffset, BYTES_PER_ELEMENT } = this;
    if (
      lies(source, source.byteOffset, source.byteLength) ||
      lies(this, byteOffset + (at ?? 0) * BYTES_PER_ELEMENT, source.byteLength)
    ) {
      copied += source.length;
    }
    return set.call(this, source, at);
  };
  Typed.slice = function (this: Float64Array, ...range: number[]) {
    if (lies(this, this.byteOffset, this.byteLength)) copied += this.length;
    return slice.apply(this, range);
  };
  pool = await workers.openWorkers({ count: 2, shortest: 0, ownWork: 0, worker: watchedWorker });
});
afterAll(async () => {
  WebAssembly.Instance = Instance;
  Object.assign(Typed, { set, slice });
  await pool.close();
  rmSync(twinFolder, { recursive: true });
});

const allocators: Readonly<Record<string, () => Allocate>> = {
  samebits: () => elements.allocate,
  "samebits/sums": () => sums.allocate,
  "samebits/networks": () => networks.allocate,
  "samebits/algorithms": () => algorithms.allocate,
  "samebits/workers": () => pool.allocate,
};

type Use = (input: Float64Array, output: Float64Array) => unknown;

/** Calls on this thread, by what they read and write. */
function usesOf({ elements, sums, networks, algorithms, streams, operators }: typeof entryPoints) {
  const isPositive = operators.fn`(value: f64) => value > 0.0`;
  const expression = networks.networkExpression("brent-kung", 16);
  const uses: Readonly<Record<string, Use>> = {
    "samebits: reduce": (input) => elements.reduce(input),
    "samebits: inclusiveScan": (input, output) => elements.inclusiveScan(input, { output }),
    "samebits/sums: exact reduce": (input) => sums.reduce(input, { expression: "exact" }),
    "samebits/sums: inclusiveScan": (input, output) => sums.inclusiveScan(input, { output }),
    "samebits/networks: inclusiveScan": (input, output) =>
      networks.inclusiveScan(input, { output, expression }),
    "samebits/algorithms: filter": (input) => algorithms.filter(input, isPositive),
    "samebits/streams: onlineScan": (input, output) => {
      const scan = streams.onlineScan({ type: "f64" });
      scan.push(input, output);
      scan.close();
    },
  };
  return uses;
}
const uses = usesOf(entryPoints);

describe.each(Object.keys(allocators))("an array of allocate of %s", (owner) => {
  const [home, target] = [0, 1].map(() => () => allocators[owner]()("f64", LENGTH));

  test.each(Object.keys(uses))("is used where it lies by %s", (name) => {
    const [input, output] = [home(), target()];
    input.array.forEach((_, i) => {
      input.array[i] = Math.sin(i);
    });
    watch(input.array, output.array);
    uses[name](input.array, output.array);
    expect(operands).toContain(input.array.byteOffset);
    if (output.array[1] !== 0) expect(operands).toContain(output.array.byteOffset);
    expect(copied).toBe(0);
    input.release();
    output.release();
  });

  test("is used where it lies by the workers of a pool", async () => {
    const [input, output] = [home(), target()];
    watch(input.array, output.array);
    await pool.reduce(input.array);
    await pool.inclusiveScan(input.array, { output: output.array });
    expect(new Set(posted.map(({ address, buffer }) => [address, buffer].join()))).toEqual(
      new Set([input, output].map(({ array }) => [array.byteOffset, undefined].join())),
    );
    expect(copied).toBe(0);
    input.release();
    output.release();
  });
});

test("stays where it is when another entry point makes the memory grow, and is nobody's after release()", async () => {
  const small = elements.allocate("f64", 100);
  small.array.fill(1);
  const large = sums.allocate("f64", small.array.buffer.byteLength / 4);
  expect(small.array.length).toBe(100);
  expect(networks.reduce(small.array)).toBe(100);
  expect(await pool.reduce(small.array)).toBe(100);
  large.release();
  small.release();
  for (const reduce of [elements.reduce, sums.reduce, networks.reduce]) {
    expect(() => reduce(small.array)).toThrow(/memory has not been given back/);
  }
});

test("of a second copy of the package is the caller's own array, with the same bits", async () => {
  const [home, target] = [0, 1].map(() => twins.elements.allocate("f64", LENGTH));
  home.array.forEach((_: number, i: number) => {
    home.array[i] = Math.sin(i);
  });
  const own = elements.allocate("f64", LENGTH); // at an address of the other memory
  const expected = twins.elements.inclusiveScan(Float64Array.from(home.array));
  expect(elements.inclusiveScan(home.array, { output: target.array })).toEqual(expected);
  expect(await pool.inclusiveScan(home.array)).toEqual(expected);
  expect(elements.inclusiveScan(home.array, { output: own.array })).toEqual(expected);
  for (const { release } of [home, target, own]) release();
});

// Of the copy, whose kernels nobody watches.
test("is read by every entry point (times are reported, not tested)", () => {
  WebAssembly.Instance = Instance;
  const { array, release } = twins.sums.allocate("f64", 2 ** 20);
  const own = new Float64Array(2 ** 20);
  const rows = Object.entries(usesOf(twins)).map(([name, use]) => {
    const [inLibrary, elsewhere] = [array, own].map((input) => {
      const times = Array.from({ length: 9 }, () => {
        const start = performance.now();
        use(input, input);
        return performance.now() - start;
      });
      return times.sort((a, b) => a - b)[4].toFixed(2);
    });
    return `${name}: ${inLibrary} ms in library memory, ${elsewhere} ms elsewhere`;
  });
  console.log(rows.join("\n"));
  release();
});
