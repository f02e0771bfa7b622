import { Duplex, Readable, Transform, Writable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { describe, expect, it } from "vitest";
import { countingExecutor } from "../../test/helpers/streams/executor.ts";
import { networksJavascriptExecutor as onlineJavascriptExecutor } from "../executors/javascript/networks-javascript-executor.ts";
import { inclusiveScan } from "../index.ts";
import { bindStreams } from "./bind-streams.ts";

const CHUNKS = [3, 1, 70, 5, 129].map((length, k) =>
  Float64Array.from({ length }, (_, i) => (i + 1) / (k + 7)),
);
const WHOLE = [...inclusiveScan(Float64Array.from(CHUNKS.flatMap((chunk) => [...chunk])))];

type Chunk = Float64Array<ArrayBuffer>;

/** What docs/streams.md shows: a generator function is a stage of a pipeline, and `Duplex.from` makes a stream of it. */
function stages() {
  const { executor, openCount, openedCount } = countingExecutor(onlineJavascriptExecutor);
  const { scanIterable } = bindStreams(executor);
  const stage = (chunks: AsyncIterable<Chunk>) => scanIterable(chunks, { type: "f64" });
  return { stage, openCount, openedCount };
}

function sinkTo(values: number[]): Writable {
  return new Writable({
    objectMode: true,
    write(chunk: Chunk, _encoding, done) {
      values.push(...chunk);
      done();
    },
  });
}

describe("a scan among Node streams", () => {
  it("is a stage of a pipeline", async () => {
    const { stage, openCount } = stages();
    const values: number[] = [];
    await pipeline(Readable.from(CHUNKS), stage, sinkTo(values));
    expect(values).toEqual(WHOLE);
    expect(openCount()).toBe(0);
  });

  it("is a Duplex, to be piped to", async () => {
    const { stage, openCount } = stages();
    const values: number[] = [];
    await pipeline(Readable.from(CHUNKS), Duplex.from(stage), sinkTo(values));
    expect(values).toEqual(WHOLE);
    expect(openCount()).toBe(0);
  });

  it("does not run ahead of a slow consumer by more than the streams' own buffers", async () => {
    const { stage } = stages();
    let producedCount = 0;
    const source = new Readable({
      objectMode: true,
      highWaterMark: 2,
      read() {
        producedCount++;
        this.push(Float64Array.of(1));
      },
    });
    const consumer = source.pipe(Duplex.from(stage));
    let readCount = 0;
    for await (const _prefixes of consumer) {
      readCount++;
      await new Promise((resolve) => setTimeout(resolve, 1));
      // Object mode buffers 16 chunks on either side of a stage.
      expect(producedCount).toBeLessThanOrEqual(readCount + 2 * 16 + 4);
      if (readCount === 60) break;
    }
    expect(readCount).toBe(60);
  });

  it.each(["before", "after"])("gives its memory back when a stream %s it breaks", async (place) => {
    const { stage, openCount, openedCount } = stages();
    let passedCount = 0;
    const broken = new Transform({
      objectMode: true,
      transform(chunk, _encoding, done) {
        passedCount++;
        if (passedCount > 1) done(new Error("broken"));
        else done(null, chunk);
      },
    });
    const source = Readable.from(CHUNKS);
    const run =
      place === "after"
        ? pipeline(source, stage, broken, sinkTo([]))
        : pipeline(source, broken, stage, sinkTo([]));
    await expect(run).rejects.toThrow("broken");
    expect([openedCount(), openCount()]).toEqual([1, 0]);
  });

  it("gives its memory back when a signal aborts it", async () => {
    const { stage, openCount, openedCount } = stages();
    const controller = new AbortController();
    const endless = Readable.from(
      (function* () {
        for (;;) yield Float64Array.of(1);
      })(),
    );
    const sink = new Writable({ objectMode: true, write: (_chunk, _encoding, done) => setTimeout(done, 1) });
    const run = pipeline(endless, stage, sink, { signal: controller.signal });
    setTimeout(() => controller.abort(), 10);
    await expect(run).rejects.toThrow(/abort/);
    expect([openedCount(), openCount()]).toEqual([1, 0]);
  });
});
