// Text of errors, made safe to print, for callers of this entry point.

import { checkText } from "../values/check-arguments.ts";
import * as printable from "../values/printable.ts";

/** What an error says: of bounded length, and safe to print. @throws InvalidArgumentError for anything but a text */
export function errorText(text: string): string {
  return printable.errorText(checkText("text", text));
}

/** Text of several lines as a terminal may have it, unprintable characters escaped. @throws InvalidArgumentError for anything but a text */
export function printableLines(text: string): string {
  return printable.printableLines(checkText("text", text));
}
