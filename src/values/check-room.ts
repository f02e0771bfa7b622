import { OutOfMemoryError } from "./errors.ts";

/** What may be asked for without a question: to ask the host takes some tens of microseconds. */
const FREELY_BYTES = 2 ** 30;

/**
 * Refuses what this host has no room for. Systems promise memory that they do not have, and end the process that comes to use it: so a number
 * in an argument, which nothing else bounds, is held against what is free. Hosts that do not tell refuse by themselves, or not at all.
 *
 * @throws OutOfMemoryError
 */
export function checkRoom(bytes: number): void {
  if (bytes <= FREELY_BYTES) return;
  const free = freeBytes();
  if (free !== undefined && bytes > free) {
    throw new OutOfMemoryError(bytes, `the memory of this host, which has ${free} bytes left`);
  }
}

/** Of the machine, or of the container it is. Decides about an error alone, and never about a value. Undefined where the host does not tell. */
function freeBytes(): number | undefined {
  if (typeof process === "undefined") return undefined;
  return process.getBuiltinModule?.("node:process")?.availableMemory?.();
}
