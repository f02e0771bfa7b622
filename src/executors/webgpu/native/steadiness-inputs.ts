import { type CertificateInput, certificateInputs } from "../certificate-inputs.ts";

/** Arrays of `length` f32 on which two ways to compute the same tree differ, wherever they round, flush or order differently. */
export function steadinessInputs(length: number): readonly CertificateInput[] {
  const words = new Uint32Array(length);
  // Zeros of both signs, subnormals and the numbers next to them: what a device flushes, and where.
  let state = 0x9e3779b9;
  for (let i = 0; i < length; i++) {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    words[i] = i % 7 === 0 ? state & 0x80000000 : state & 0x81ffffff;
  }
  return [
    ...certificateInputs(length).slice(0, 1),
    { name: "around zero", elements: new Float32Array(words.buffer) },
  ];
}
