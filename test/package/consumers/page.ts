// With the DOM: signals, streams and blobs are those of the page.
import { encodeNpy } from "samebits/formats";
import { networkModule } from "samebits/networks";
import { scanTransform } from "samebits/streams";
import { openWorkers } from "samebits/workers";

export function prefixesOf(source: ReadableStream<Float64Array>): ReadableStream<Float64Array> {
  return source.pipeThrough(scanTransform({ type: "f64" }));
}

export async function cancelled(prices: Float64Array): Promise<number> {
  const { signal } = new AbortController();
  const pool = await openWorkers();
  return await pool.reduce(prices, { signal });
}

export function download(prices: Float64Array): Blob {
  return new Blob([encodeNpy(prices)]);
}

export async function compiled(parameters: Parameters<typeof networkModule>): Promise<WebAssembly.Module> {
  return await WebAssembly.compile(networkModule(...parameters));
}
