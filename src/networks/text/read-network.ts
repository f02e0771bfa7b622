import { checkText } from "../../values/check-arguments.ts";
import { checkOptionNames } from "../../values/check-option-names.ts";
import type { Network } from "../network.ts";
import { decodeNetwork } from "./decode-network.ts";
import { type ParseNetworkOptions, parseNetwork } from "./parse-network.ts";

/** The network of a file's text in either format: JSON begins with a brace and a name, nested pairs do not. @throws as `parseNetwork` and `decodeNetwork` */
export function readNetwork(text: string, options: ParseNetworkOptions = {}): Network {
  checkText("text", text);
  checkOptionNames(options, ["width", "source"]);
  return /^\s*\{\s*"/.test(text) ? decodeNetwork(text, options.source) : parseNetwork(text, options);
}
