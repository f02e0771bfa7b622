import { describe, expect, it } from "vitest";
import { largest } from "../../test/helpers/operators/operators.ts";
import { countingExecutor } from "../../test/helpers/streams/executor.ts";
import { networksJavascriptExecutor as onlineJavascriptExecutor } from "../executors/javascript/networks-javascript-executor.ts";
import { inclusiveScan } from "../index.ts";
import { InvalidArgumentError, UnsupportedError } from "../values/errors.ts";
import { bindStreams } from "./bind-streams.ts";

const CHUNKS = [1, 0, 70, 5, 129].map((length, k) =>
  Float64Array.from({ length }, (_, i) => (i + 1) / (k + 7)),
);
const WHOLE = inclusiveScan(Float64Array.from(CHUNKS.flatMap((chunk) => [...chunk])));

function transform() {
  const { executor, openCount } = countingExecutor(onlineJavascriptExecutor);
  const stream = bindStreams(executor).scanTransform({ type: "f64" });
  expect(openCount()).toBe(1);
  return { ...stream, stream, openCount };
}

describe("scanTransform", () => {
  it("gives each chunk's prefixes in a pipe, and its memory back at the end", async () => {
    const { stream, openCount } = transform();
    const prefixes = await collect(streamOf(CHUNKS).pipeThrough(stream));
    expect(prefixes.map(({ length }) => length)).toEqual(CHUNKS.map(({ length }) => length));
    expect(joined(prefixes)).toEqual(WHOLE);
    expect(openCount()).toBe(0);
  });

  it("carries records", async () => {
    const { executor } = countingExecutor(onlineJavascriptExecutor);
    const stream = bindStreams(executor).scanTransform({ operator: largest });
    const chunk = { value: Float32Array.of(1, 3, 2), index: Uint32Array.of(0, 1, 2) };
    const [prefixes] = await collect(streamOf([chunk]).pipeThrough(stream));
    expect(prefixes).toEqual(inclusiveScan(chunk, { operator: largest }));
  });

  it("takes no chunk before its prefixes are asked for", async () => {
    const { readable, writable } = transform();
    const writer = writable.getWriter();
    let writtenCount = 0;
    for (const chunk of CHUNKS.slice(0, 3)) void writer.write(chunk).then(() => writtenCount++);
    await turn();
    expect(writtenCount).toBe(0);
    expect(writer.desiredSize).toBeLessThanOrEqual(0);
    const reader = readable.getReader();
    expect((await reader.read()).value).toEqual(WHOLE.slice(0, 1));
    await turn();
    expect(writtenCount).toBe(1);
    await reader.read();
    await reader.read();
    await turn();
    expect(writtenCount).toBe(3);
    await writer.close();
    expect((await reader.read()).done).toBe(true);
  });

  it("does not run ahead of a slow consumer by more than what the streams' own queues hold", async () => {
    const { stream } = transform();
    let producedCount = 0;
    const source = new ReadableStream<Float64Array<ArrayBuffer>>({
      pull(controller) {
        producedCount++;
        controller.enqueue(Float64Array.of(1));
      },
    });
    const reader = source.pipeThrough(stream).getReader();
    for (let readCount = 1; readCount <= 20; readCount++) {
      await reader.read();
      await turn();
      expect(producedCount).toBeLessThanOrEqual(readCount + 3);
    }
    await reader.cancel();
  });
});

describe("however it ends, memory is given back", () => {
  it("a consumer that cancels, which the producer is told", async () => {
    const { readable, writable, openCount } = transform();
    const writer = writable.getWriter();
    const reader = readable.getReader();
    void writer.write(CHUNKS[2]);
    await reader.read();
    const waiting = expect(writer.write(CHUNKS[3])).rejects.toThrow("enough");
    await reader.cancel(new Error("enough"));
    expect(openCount()).toBe(0);
    await waiting;
    await expect(writer.write(CHUNKS[4])).rejects.toThrow("enough");
    await expect(writer.closed).rejects.toThrow("enough");
  });

  it("a producer that aborts, even while a chunk waits to be asked for", async () => {
    const { readable, writable, openCount } = transform();
    const writer = writable.getWriter();
    const waiting = writer.write(CHUNKS[2]).catch(() => {});
    await turn();
    const reader = readable.getReader();
    await writer.abort(new Error("gone"));
    await waiting;
    expect(openCount()).toBe(0);
    await expect(reader.read()).rejects.toThrow("gone");
  });

  it("a pipe that a signal aborts", async () => {
    const { stream, openCount } = transform();
    const controller = new AbortController();
    let isCancelled = false;
    const source = new ReadableStream<Float64Array<ArrayBuffer>>({
      pull: (to) => to.enqueue(Float64Array.of(1)),
      cancel() {
        isCancelled = true;
      },
    });
    const reader = source.pipeThrough(stream, { signal: controller.signal }).getReader();
    await reader.read();
    controller.abort(new Error("no more"));
    await expect(reader.closed).rejects.toThrow("no more");
    await turn();
    expect([openCount(), isCancelled]).toEqual([0, true]);
  });

  it("a chunk of the wrong type, which both sides are told", async () => {
    const { readable, writable, openCount } = transform();
    const writer = writable.getWriter();
    const reader = readable.getReader();
    const read = reader.read();
    await expect(writer.write(Float32Array.of(1) as never)).rejects.toThrow(InvalidArgumentError);
    await expect(read).rejects.toThrow(
      '"chunk" must be a typed array of f64, got a Float32Array of length 1',
    );
    await expect(writer.closed).rejects.toThrow(InvalidArgumentError);
    expect(openCount()).toBe(0);
  });

  it("options that cannot be, before there is a stream", () => {
    const { executor, openedCount } = countingExecutor(onlineJavascriptExecutor);
    const { scanTransform } = bindStreams(executor);
    expect(() => scanTransform({ type: "f64", expression: "bisection" })).toThrow(UnsupportedError);
    expect(openedCount()).toBe(0);
  });
});

function streamOf<Chunk>(chunks: readonly Chunk[]): ReadableStream<Chunk> {
  let next = 0;
  return new ReadableStream<Chunk>({
    pull(controller) {
      if (next < chunks.length) controller.enqueue(chunks[next++]);
      else controller.close();
    },
  });
}

async function collect<Chunk>(stream: ReadableStream<Chunk>): Promise<Chunk[]> {
  const chunks: Chunk[] = [];
  const reader = stream.getReader();
  for (let read = await reader.read(); !read.done; read = await reader.read()) chunks.push(read.value);
  return chunks;
}

function joined(chunks: readonly Float64Array[]): Float64Array {
  return Float64Array.from(chunks.flatMap((chunk) => [...chunk]));
}

/** Lets everything run that need not wait for anything else. */
function turn(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, 1));
}
