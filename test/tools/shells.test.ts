// Completions in the shells themselves, on a terminal, and the manual page as mandoc reads it.

import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { findPart, SYSTEM_PARTS } from "../../tools/system-parts.mjs";
import { run } from "../helpers/cli/io.ts";
import { hasTool, runPython, runTool } from "./debian-tools.ts";

const [hasBash, hasZsh, hasFish, hasMandoc] = (["bashCompletion", "zsh", "fish", "mandoc"] as const).map(
  hasTool,
);

let folder = "";
const path = (...names: readonly string[]): string => join(folder, ...names);
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "samebits-shells-"));
  for (const shell of ["bash", "zsh", "fish"]) {
    await mkdir(path(shell));
    const { stdout } = await run(["completion", shell]);
    await writeFile(path(shell, shell === "zsh" ? "_samebits" : "completion"), stdout);
    for (const file of ["values.npy", "flights.csv", "two words.csv"]) await writeFile(path(shell, file), "");
    await mkdir(path(shell, "data"));
  }
  await writeFile(path("bash", "start"), BASH);
  await writeFile(path("zsh", ".zshrc"), ZSH);
});
afterAll(() => rm(folder, { recursive: true }));

const BASH = `PS1='$ '
HISTFILE=
source ${findPart(SYSTEM_PARTS.bashCompletion) ?? "/dev/null"}
source ./completion
bind 'set bell-style none'
bind 'set show-all-if-ambiguous on'
bind 'set completion-query-items 0'
bind 'set page-completions off'
log() { printf '%s\\n' "$READLINE_LINE" >> log; }
bind -x '"\\C-g": log'
`;

const ZSH = `PROMPT='$ '
fpath=($PWD $fpath)
autoload -Uz compinit && compinit -u -D
unsetopt beep
LISTMAX=1000
log() { print -r -- "$BUFFER" >> log }
zle -N log
bindkey '^G' log
bindkey '^U' kill-whole-line
`;

/** A line that is typed, what a tab makes of it, and words that are listed below it. */
interface Typed {
  readonly line: string;
  readonly becomes: string;
  readonly becomesInZsh?: string; // which puts a = behind options that take one
  readonly lists?: readonly string[];
  readonly listsNot?: readonly string[];
}

const TYPED: readonly Typed[] = [
  { line: "samebits hist", becomes: "samebits histogram " },
  {
    line: "samebits reduce",
    becomes: "samebits reduce",
    lists: ["reduce", "reduce-by-key"],
    listsNot: ["scan"],
  },
  { line: "samebits network syn", becomes: "samebits network synthesize " },
  {
    line: "samebits reduce --nu",
    becomes: "samebits reduce --nulls ",
    becomesInZsh: "samebits reduce --nulls=",
  },
  { line: "samebits reduce --nulls sk", becomes: "samebits reduce --nulls skip " },
  { line: "samebits reduce --nulls=sk", becomes: "samebits reduce --nulls=skip " },
  { line: "samebits reduce --nulls ", becomes: "samebits reduce --nulls ", lists: ["zero", "skip", "nan"] },
  { line: "samebits reduce val", becomes: "samebits reduce values.npy " },
  { line: "samebits reduce dat", becomes: "samebits reduce data/" },
  { line: "samebits reduce two", becomes: "samebits reduce two\\ words.csv " },
  {
    line: "samebits reduce values.npy --expression block",
    becomes: "samebits reduce values.npy --expression block-dyadic:32 ",
  },
  {
    line: "samebits reduce values.npy --expression block-dyadic:",
    becomes: "samebits reduce values.npy --expression block-dyadic:32 ",
  },
  { line: "samebits scan values.npy --on jav", becomes: "samebits scan values.npy --on javascript " },
  { line: "samebits network draw skl", becomes: "samebits network draw sklansky " },
  { line: "samebits network draw val", becomes: "samebits network draw values.npy " },
  { line: "samebits generate narr", becomes: "samebits generate narrow " },
  { line: "samebits completion z", becomes: "samebits completion zsh " },
  { line: "samebits sort flights.csv -o val", becomes: "samebits sort flights.csv -o values.npy " },
  { line: "samebits --vers", becomes: "samebits --version " },
];

interface Shown {
  readonly line: string;
  readonly shown: string;
}

describe.each([
  ["bash", hasBash, ["bash", "--noprofile", "--rcfile", "start", "-i"]],
  ["zsh", hasZsh, ["zsh", "-d", "-i"]],
] as const)("a tab in %s", (shell, isHere, argv) => {
  let answers: readonly Shown[] = [];
  beforeAll(() => {
    if (!isHere) return;
    const lines = TYPED.map(({ line }) => line);
    answers = runPython("type-in-shell.py", { argv, folder: path(shell), lines }) as readonly Shown[];
  });

  test.runIf(isHere).each(TYPED.map((typed, i) => ({ ...typed, i })))(
    "after $line",
    ({ line, becomes, becomesInZsh = becomes, lists = [], listsNot = [], i }) => {
      const { line: found, shown } = answers[i];
      expect(found).toBe(shell === "zsh" ? becomesInZsh : becomes);
      const words = shown.replace(line, "").split(/\s+/);
      for (const word of lists) expect(words).toContain(word);
      for (const word of listsNot) expect(words).not.toContain(word);
    },
  );
});

/** What fish offers for a line, without the descriptions. */
function fishOffers(line: string): readonly string[] {
  const script = "source $argv[1]; cd $argv[2]; complete -C $argv[3]";
  const offered = runTool("fish", [
    "--no-config",
    "-c",
    script,
    path("fish", "completion"),
    path("fish"),
    line,
  ]);
  return offered === ""
    ? []
    : offered
        .trimEnd()
        .split("\n")
        .map((each) => each.split("\t")[0]);
}

describe.runIf(hasFish)("a tab in fish", () => {
  test.each([
    ["samebits hist", ["histogram"]],
    ["samebits reduce", ["reduce", "reduce-by-key"]],
    ["samebits network syn", ["synthesize"]],
    ["samebits reduce --nu", ["--nulls"]],
    ["samebits reduce --nulls ", ["zero", "skip", "nan"]],
    ["samebits reduce --nulls=sk", ["--nulls=skip"]],
    ["samebits reduce val", ["values.npy"]],
    ["samebits reduce values.npy --expression block", ["block-dyadic:32"]],
    ["samebits scan values.npy --on jav", ["javascript"]],
    ["samebits generate narr", ["narrow"]],
    ["samebits completion ", ["bash", "zsh", "fish"]],
    ["samebits sort flights.csv -o val", ["values.npy"]],
    ["samebits reduce --vers", []],
    ["samebits --vers", ["--version"]],
  ])("after %s", (line, expected) => {
    expect([...fishOffers(line)].sort()).toEqual([...expected].sort());
  });
});

const WARNED = 2; // the status of mandoc

describe.runIf(hasMandoc)("the manual page", () => {
  test("is without fault to mandoc, and fits 80 columns", async () => {
    const { stdout } = await run(["manual"]);
    const lint = runTool("mandoc", ["-T", "lint", "-W", "warning"], stdout, [0, WARNED]);
    expect(lint).toMatch(/^mandoc: <stdin>:1:\d+: WARNING: missing date, using "": TH\n$/); // the page has a version instead
    const shown = runTool("mandoc", ["-T", "utf8", "-O", "width=78"], stdout).replaceAll(/.[\b]/g, ""); // bold ones are struck twice
    expect(shown.split("\n").filter((line) => line.length > 80)).toEqual([]);
    expect(shown).toContain("samebits reduce [options] FILE");
  });
});
