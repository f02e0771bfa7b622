// WebAssembly as text. Of a module that `networkModule` has marked, each line with the step of the operator that it is part of.
import { BinaryReader, WasmDisassembler } from "wasmparser";

/** A line of a kernel. */
export interface KernelLine {
  readonly text: string;
  readonly step: number | undefined; // of `explainOperator`
}

/** The lines of a module. */
export function wasmText(module: Uint8Array<ArrayBuffer>): readonly string[] {
  const reader = new BinaryReader();
  reader.setData(module.buffer, 0, module.byteLength);
  const disassembler = new WasmDisassembler();
  disassembler.disassembleChunk(reader);
  return disassembler.getResult().lines;
}

/** The lines of a marked module, without its marks. */
export function markedText(module: Uint8Array<ArrayBuffer>): readonly KernelLine[] {
  const found: { text: string; step: number | undefined }[] = [];
  const lines = wasmText(module);
  let begun = 0; // what stands before it belongs to nothing later
  for (let index = 0; index < lines.length; index++) {
    const text = lines[index];
    const step = stepMarkedBy(text, lines[index + 1]);
    if (step === undefined) {
      found.push({ text, step: undefined });
      if (ENDS_A_VALUE.test(text)) begun = found.length;
      continue;
    }
    index++;
    for (const line of found.slice(begun)) line.step ??= step;
    begun = found.length;
  }
  return found;
}

/** Loads, stores and loops around the operator's own code leave nothing on the stack behind them. */
const ENDS_A_VALUE = /^\s*(local\.set|block|loop|end|br|br_if|if|else|\S*store\S*)\b/;

function stepMarkedBy(constant: string, drop: string | undefined): number | undefined {
  if (drop?.trim() !== "drop") return undefined;
  const [, step] = /^\s*i32\.const (\d+)$/.exec(constant) ?? [];
  return step === undefined ? undefined : Number(step);
}
