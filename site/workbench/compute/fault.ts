import type { Fault } from "./tasks.ts";

/** A thrown value as data. Typed errors of the library have an `argument` or a remedy; they are known by name, because each door of a bundle may have its own class. */
export function faultFrom(error: unknown): Fault {
  if (!(error instanceof Error)) return { name: "Error", message: String(error), isOurs: false };
  const { name, message, argument, actual, frame, line, column } = error as Error &
    Readonly<Record<string, unknown>>;
  return {
    name,
    message,
    argument: typeof argument === "string" ? argument : undefined,
    actual: typeof actual === "string" ? actual : undefined,
    frame: typeof frame === "string" ? frame : undefined,
    place: typeof line === "number" && typeof column === "number" ? { line, column } : undefined,
    isOurs: OURS.has(name),
  };
}

const OURS: ReadonlySet<string> = new Set([
  "SamebitsError",
  "InvalidArgumentError",
  "LengthMismatchError",
  "EmptyInputError",
  "FormatError",
  "UnsupportedError",
  "OutOfMemoryError",
  "NetworkSyntaxError",
  "OperatorSyntaxError",
  "ProgramError",
  "LinkError",
]);
