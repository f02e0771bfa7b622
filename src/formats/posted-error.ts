import { FormatError, InvalidArgumentError, type SamebitsError, UnsupportedError } from "../values/errors.ts";

/** An error as a message between threads, where it would lose its class. */
export type PostedError =
  | { readonly kind: "typed"; readonly name: string; readonly message: string; readonly facts: Facts }
  | { readonly kind: "other"; readonly error: unknown };

type Facts = readonly [string, string, string];

/** What is to be posted of an error. */
export function postedError(error: unknown): PostedError {
  const facts = factsOf(error);
  if (facts !== undefined && error instanceof Error) {
    return { kind: "typed", name: error.name, message: error.message, facts };
  }
  return { kind: "other", error: error instanceof Error ? error : String(error) };
}

/** The error that was posted. */
export function errorOfPosted(posted: PostedError): unknown {
  if (posted.kind === "other") return posted.error;
  const error = typedError(posted.name, posted.facts);
  error.message = posted.message; // of the facts as they were before they were escaped and cut
  return error;
}

function factsOf(error: unknown): Facts | undefined {
  if (error instanceof FormatError) return [error.source, error.expected, error.actual];
  if (error instanceof InvalidArgumentError) return [error.argument, error.expected, error.actual];
  if (error instanceof UnsupportedError) return [error.subject, error.reason, error.remedy];
  return undefined;
}

function typedError(name: string, facts: Facts): SamebitsError {
  if (name === "FormatError") return new FormatError(...facts);
  if (name === "InvalidArgumentError") return new InvalidArgumentError(...facts);
  return new UnsupportedError(...facts);
}
