import { Readable } from "node:stream";
import { describe, expect, it } from "vitest";
import { countingExecutor } from "../../test/helpers/streams/executor.ts";
import { networksJavascriptExecutor as onlineJavascriptExecutor } from "../executors/javascript/networks-javascript-executor.ts";
import { inclusiveScan } from "../index.ts";
import { InvalidArgumentError, UnsupportedError } from "../values/errors.ts";
import { bindStreams } from "./bind-streams.ts";

const CHUNKS = [3, 0, 41, 8].map((length, k) => Float64Array.from({ length }, (_, i) => (i + 1) / (k + 3)));
const WHOLE = [...inclusiveScan(Float64Array.from(CHUNKS.flatMap((chunk) => [...chunk])))];

function setUp() {
  const { executor, openCount, openedCount } = countingExecutor(onlineJavascriptExecutor);
  return { ...bindStreams(executor), openCount, openedCount };
}

describe("scanIterable", () => {
  it.each([
    ["an array of chunks", () => CHUNKS],
    ["a generator", () => CHUNKS.values()],
    ["an asynchronous generator", () => later(CHUNKS, () => {})],
    ["a Node stream", () => Readable.from(CHUNKS)],
  ])("gives the prefixes of %s", async (_, chunksOf) => {
    const { scanIterable, openCount } = setUp();
    const values: number[] = [];
    for await (const prefixes of scanIterable(chunksOf(), { type: "f64" })) values.push(...prefixes);
    expect(values).toEqual(WHOLE);
    expect(openCount()).toBe(0);
  });

  it("asks for a chunk only when it is asked itself", async () => {
    const { scanIterable } = setUp();
    let givenCount = 0;
    const prefixes = scanIterable(
      later(CHUNKS, () => givenCount++),
      { type: "f64" },
    );
    expect(givenCount).toBe(0);
    for (let asked = 1; asked <= 3; asked++) {
      await prefixes.next();
      expect(givenCount).toBe(asked);
    }
    await prefixes.return();
  });

  it("lets go of everything where the consumer stops, by break or by an error", async () => {
    for (const stop of ["break", "throw"]) {
      const { scanIterable, openCount, openedCount } = setUp();
      let isSourceClosed = false;
      const source = (async function* () {
        try {
          yield* CHUNKS;
        } finally {
          isSourceClosed = true;
        }
      })();
      const consume = async (): Promise<void> => {
        for await (const _prefixes of scanIterable(source, { type: "f64" })) {
          if (stop === "break") break;
          throw new Error("enough");
        }
      };
      if (stop === "break") await consume();
      else await expect(consume()).rejects.toThrow("enough");
      expect([openedCount(), openCount(), isSourceClosed]).toEqual([1, 0, true]);
    }
  });

  it("lets go of everything where the source fails, or gives something else", async () => {
    const failing = (async function* () {
      yield CHUNKS[0];
      throw new Error("source broke");
    })();
    const mixed = [CHUNKS[0], Int32Array.of(1)] as unknown as Float64Array<ArrayBuffer>[];
    for (const [source, message] of [
      [failing, "source broke"],
      [mixed, '"chunk" must be a typed array of f64, got an Int32Array of length 1'],
    ] as const) {
      const { scanIterable, openCount } = setUp();
      const prefixes = scanIterable(source, { type: "f64" });
      expect((await prefixes.next()).value).toEqual(inclusiveScan(CHUNKS[0]));
      await expect(prefixes.next()).rejects.toThrow(message);
      expect(openCount()).toBe(0);
    }
  });

  it("checks its arguments at once, and opens nothing before it is asked", () => {
    const { scanIterable, openedCount } = setUp();
    expect(() => scanIterable(7 as never, { type: "f64" })).toThrow('"chunks" must be an iterable');
    expect(() => scanIterable([], {} as never)).toThrow(InvalidArgumentError);
    expect(() => scanIterable([], { type: "f64", expression: "bisection" })).toThrow(UnsupportedError);
    scanIterable(CHUNKS, { type: "f64" });
    expect(openedCount()).toBe(0);
  });

  it("goes on from a snapshot", async () => {
    const { scanIterable, onlineScan } = setUp();
    const head = onlineScan({ type: "f64" });
    head.push(CHUNKS[0]);
    const from = head.snapshot();
    const values: number[] = [];
    for await (const prefixes of scanIterable(CHUNKS.slice(1), { type: "f64", from }))
      values.push(...prefixes);
    expect(values).toEqual(WHOLE.slice(3));
  });
});

async function* later<Chunk>(chunks: readonly Chunk[], onGiven: () => void): AsyncGenerator<Chunk> {
  for (const chunk of chunks) {
    await Promise.resolve();
    onGiven();
    yield chunk;
  }
}
