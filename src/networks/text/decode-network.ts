import { checkText } from "../../values/check-arguments.ts";
import { describe } from "../../values/describe.ts";
import { FormatError, InvalidArgumentError } from "../../values/errors.ts";
import { copyNetwork, defineNetwork, type Network } from "../network.ts";

/** The network of a JSON text, as `encodeNetwork` writes it. @throws FormatError naming the source, what was expected and what came */
export function decodeNetwork(text: string, source = "network"): Network {
  checkText("text", text);
  checkText("source", source);
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw new FormatError(source, "JSON", error instanceof Error ? error.message : String(error));
  }
  if (typeof value !== "object" || value === null || !("width" in value && "steps" in value)) {
    throw new FormatError(source, 'JSON of an object with "width" and "steps"', describe(value));
  }
  try {
    return defineNetwork(value.width as number, value.steps as Network["steps"]); // which looks at all of it
  } catch (error) {
    if (!(error instanceof InvalidArgumentError)) throw error;
    throw new FormatError(source, `a network whose ${error.argument} is ${error.expected}`, error.actual);
  }
}

/** A network as JSON, on one line: `{"width":4,"steps":[[[0,1],[2,3]],[[1,3]]]}`. */
export function encodeNetwork(given: Network): string {
  const { width, steps } = copyNetwork(given);
  return JSON.stringify({ width, steps });
}
