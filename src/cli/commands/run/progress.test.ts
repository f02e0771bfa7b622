import { expect, test } from "vitest";
import type { RunEvent } from "../../../cluster.ts";
import type { CommandIo } from "../../io.ts";
import { piecesLine, withRunProgress } from "./progress.ts";

test("a line says the rate of what was done since the beginning, and the time left", () => {
  expect(piecesLine({ first: 100, done: 220, of: 700, seconds: 60 })).toBe(
    "pieces 220 of 700, 2.0 a second, 4 minutes left",
  );
  expect(piecesLine({ first: 0, done: 590, of: 600, seconds: 59 })).toBe(
    "pieces 590 of 600, 10 a second, 1 minute left",
  );
  expect(piecesLine({ first: 5, done: 5, of: 700, seconds: 60 })).toBe("pieces 5 of 700");
});

test("with --json every event is a line of JSON on standard error", async () => {
  const lines: string[] = [];
  const stderr = { terminal: undefined, write: async (text: string) => void lines.push(text) };
  const event: RunEvent = { step: "summary", kind: "done", index: 3, worker: "w", seconds: 0.5 };
  const how = { stepCount: 1, isJson: true };
  await withRunProgress({ stderr } as unknown as CommandIo, how, async (onEvent) => onEvent(event));
  expect(lines.map((line) => JSON.parse(line))).toEqual([
    { event: "done", step: "summary", index: 3, worker: "w", seconds: 0.5 },
  ]);
});
