// .npy arrays on standard input, one after the other, and a line of numbers for each: what `samebits reveal --pipe` asks.

/** @param {(input: Float64Array | Float32Array) => number | ArrayLike<number> | Promise<number | ArrayLike<number>>} sum */
export async function serve(sum) {
  for await (const input of arrays()) {
    const answer = await sum(input);
    console.log(typeof answer === "number" ? text(answer) : Array.from(answer, text).join(" "));
  }
}

/** With the sign of zero. @param {number} value */
const text = (value) => (Object.is(value, -0) ? "-0" : String(value));

/** The bytes of an array, header and all, once enough of them are there to tell. @param {Buffer} bytes */
function lengthOf(bytes) {
  if (bytes.length < 10) return undefined;
  const begin = 10 + bytes.readUInt16LE(8);
  if (bytes.length < begin) return undefined;
  const [, type, n] = /'descr': '([^']+)'.*'shape': \((\d+)/.exec(bytes.toString("latin1", 10, begin)) ?? [];
  const Type = type === "<f4" ? Float32Array : Float64Array;
  return { begin, end: begin + Number(n) * Type.BYTES_PER_ELEMENT, Type };
}

export async function* arrays() {
  /** @type {Buffer[]} */
  let chunks = [];
  let byteLength = 0;
  for await (const chunk of process.stdin) {
    chunks.push(chunk);
    byteLength += chunk.length;
    let known = lengthOf(chunks[0]);
    if (known === undefined) {
      chunks = [Buffer.concat(chunks)];
      known = lengthOf(chunks[0]);
    }
    while (known !== undefined && byteLength >= known.end) {
      const bytes = Buffer.concat(chunks);
      const { begin, end, Type } = known;
      yield new Type(bytes.buffer.slice(bytes.byteOffset + begin, bytes.byteOffset + end));
      chunks = [bytes.subarray(end)];
      byteLength = chunks[0].length;
      known = lengthOf(chunks[0]);
    }
  }
}
