// Colours, where a terminal wants them: verdicts only, so that a failure is found in a page of text.

import { styleText } from "node:util";
import type { CommandIo } from "./io.ts";
import { withTexts } from "./safe-text.ts";

/** A verdict as reports have it; in JSON it stands in quotes, and stays as it is. */
const VERDICT = /(?<![\w"])(?:PASS|FAIL)(?![\w"])/g;

/** The same outputs, with verdicts in green and red on terminals that have colours. NO_COLOR and FORCE_COLOR are Node's to read. */
export function colouredIo(io: CommandIo): CommandIo {
  return withTexts(io, ({ terminal }) => (terminal?.hasColors?.() ? withColours : undefined));
}

function withColours(text: string): string {
  return text.replace(VERDICT, (verdict) =>
    styleText(verdict === "PASS" ? "green" : "red", verdict, { validateStream: false }),
  );
}
