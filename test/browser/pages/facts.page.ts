import { allocate } from "samebits";
import { publish } from "./publish.ts";

/** What this page may do, and what library memory is made of in it. */
publish(() => ({
  isIsolated: globalThis.crossOriginIsolated,
  hasSharedArrayBuffer: typeof SharedArrayBuffer === "function",
  codeFromText: canRun(() => new Function("return 1")()),
  webAssembly: canRun(() => new WebAssembly.Module(Uint8Array.of(0, 97, 115, 109, 1, 0, 0, 0))),
  libraryMemory: canRun(() => allocate("u32", 1))
    ? Object.prototype.toString.call(allocate("u32", 1).array.buffer)
    : "none",
}));

function canRun(work: () => unknown): boolean {
  try {
    work();
    return true;
  } catch {
    return false;
  }
}
