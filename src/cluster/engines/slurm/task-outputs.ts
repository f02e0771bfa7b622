// What tasks have printed, each in a file of a folder: answers of workers, and the last words of those that had other things to say.

import { readdir, readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import type { Answer } from "../worker-lines.ts";

export interface TaskOutputs {
  /** What was printed since the last time. */
  read(): Promise<readonly Answer[]>;
  readonly answerCount: number;
  /** The end of what was printed last and is no answer. */
  readonly words: () => string;
}

/** Characters that are kept of what is no answer. */
const MOST_KEPT = 2000;

export function openOutputs(folder: string): TaskOutputs {
  const sizes = new Map<string, number>();
  const lineCounts = new Map<string, number>();
  let answerCount = 0;
  let words = "";
  const readOne = async (name: string): Promise<readonly Answer[]> => {
    const path = join(folder, name);
    const { size } = await stat(path);
    if (sizes.get(name) === size) return [];
    const lines = (await readFile(path, "utf8")).split("\n");
    sizes.set(name, size);
    const from = lineCounts.get(name) ?? 0;
    lineCounts.set(name, lines.length - 1);
    const answers: Answer[] = [];
    for (const line of lines.slice(from, -1)) {
      const answer = parseAnswer(line);
      if (answer !== undefined) answers.push(answer);
      else words = `${words}\n${line}`.slice(-MOST_KEPT);
    }
    return answers;
  };
  return {
    async read() {
      const answers: Answer[] = [];
      for (const name of await readdir(folder).catch(() => [])) {
        if (name.endsWith(".out")) answers.push(...(await readOne(name).catch(() => [])));
      }
      answerCount += answers.length;
      return answers;
    },
    get answerCount() {
      return answerCount;
    },
    words: () => words.trim(),
  };
}

function parseAnswer(line: string): Answer | undefined {
  try {
    const answer = JSON.parse(line) as Partial<Answer> | null;
    return Number.isInteger(answer?.index) && typeof answer?.worker === "string"
      ? (answer as Answer)
      : undefined;
  } catch {
    return undefined;
  }
}
