// How far a run is: a bar on a terminal, a line a minute in a log, or with --json a line of JSON for each event.

import type { RunEvent } from "../../../cluster.ts";
import type { CommandIo } from "../../io.ts";
import { withProgress } from "../../progress.ts";
import { jsonText } from "../../report.ts";

const MINUTE_MS = 60_000;

/** Work that tells its events. */
type Told<Result> = (onEvent: (event: RunEvent) => void) => Promise<Result>;

export function withRunProgress<Result>(
  io: CommandIo,
  { stepCount, isJson }: { readonly stepCount: number; readonly isJson: boolean },
  run: Told<Result>,
): Promise<Result> {
  if (isJson) return run((event) => void io.stderr.write(eventLine(event)));
  if (io.stderr.terminal === undefined) return withLines(io, stepCount, run);
  return withProgress(
    io,
    "pieces",
    (advance) =>
      run((event) => {
        const pieces = piecesOf(event, stepCount);
        if (pieces !== undefined) advance(pieces.done, pieces.of);
      }),
    "{bar} {value} of {total}, {rate} a second, {eta_formatted} left",
  );
}

interface Pieces {
  readonly done: number;
  readonly of: number;
}

/** Of all steps together; undefined of other events. */
function piecesOf(event: RunEvent, stepCount: number): Pieces | undefined {
  if (event.kind !== "step" || event.again) return undefined;
  const before = event.step === "summary" ? 0 : event.of;
  return { done: before + event.done, of: stepCount * event.of };
}

async function withLines<Result>(io: CommandIo, stepCount: number, run: Told<Result>): Promise<Result> {
  const begun = io.now();
  let first: Pieces | undefined;
  let latest: Pieces | undefined;
  const timer = setInterval(() => {
    if (first === undefined || latest === undefined) return;
    const line = piecesLine({ first: first.done, ...latest, seconds: (io.now() - begun) / 1000 });
    void io.stderr.write(`${line}\n`);
  }, MINUTE_MS);
  try {
    return await run((event) => {
      latest = piecesOf(event, stepCount) ?? latest;
      first ??= latest;
    });
  } finally {
    clearInterval(timer);
  }
}

/** "pieces 120 of 600, 2.0 a second, 4 minutes left"; pieces that were done before count for no rate. */
export function piecesLine({
  first,
  done,
  of,
  seconds,
}: Pieces & { readonly first: number; readonly seconds: number }): string {
  const rate = (done - first) / seconds;
  if (!(rate > 0)) return `pieces ${done} of ${of}`;
  const left = Math.ceil((of - done) / rate / 60);
  return `pieces ${done} of ${of}, ${rate.toPrecision(2)} a second, ${left} ${left === 1 ? "minute" : "minutes"} left`;
}

function eventLine(event: RunEvent): string {
  if (event.kind === "damaged") return `${jsonText({ event: "damaged", error: event.error.message })}\n`;
  if (event.kind === "finished") return `${jsonText({ event: "finished" })}\n`;
  const { kind, ...rest } = event;
  return `${jsonText({ event: kind, ...(JSON.parse(JSON.stringify(rest)) as object) })}\n`;
}
