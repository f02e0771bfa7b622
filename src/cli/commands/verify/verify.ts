import { type Command, Option } from "commander";
import { verifyRun } from "../../../cluster.ts";
import type { CommandContext } from "../../io.ts";
import { parseShare } from "../../options/parse.ts";
import { withProgress } from "../../progress.ts";
import { fact, jsonOnly, printReport, report } from "../../report.ts";

interface VerifyOptions {
  readonly share?: number;
  readonly all?: boolean;
  readonly json?: boolean;
}

/** `samebits verify result.json`: a receipt against the data. */
export function verifyCommand(command: Command, context: CommandContext): void {
  command
    .argument("FILE", "a receipt: result.json of a run")
    .option(
      "--share <share>",
      "of the pieces that are computed again, chosen at random (default: 0.01, one at least)",
      parseShare("share"),
    )
    .addOption(new Option("--all", "all of them, and the value too").conflicts("share"))
    .option("--json", "print one JSON object")
    .action((file: string, options: VerifyOptions) => verify(file, options, context));
}

async function verify(
  file: string,
  options: VerifyOptions,
  { io, failCheck }: CommandContext,
): Promise<void> {
  const share = options.all ? 1 : options.share;
  const { checked, differing } = await io.interruptible((signal) =>
    withProgress(io, "verifying", (advance) => verifyRun(file, { share, signal, onPiece: advance })),
  );
  const isSame = differing.length === 0;
  if (!isSame) failCheck();
  const facts = {
    result: fact(isSame ? "PASS" : "FAIL"),
    checked: fact(checked.length, `${checked.length} ${checked.length === 1 ? "piece" : "pieces"}`),
    differing: isSame
      ? jsonOnly([])
      : fact(
          differing.map(({ index, what }) => ({ index, what })),
          differing.map(({ index, what }) => `piece ${index} (${what})`).join(", "),
        ),
    file: fact(file),
  };
  await io.stdout.write(printReport(report(facts), options));
}
