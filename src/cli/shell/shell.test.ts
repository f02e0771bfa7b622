import { execFile } from "node:child_process";
import { copyFile, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { isThorough } from "../../../test/extent.ts";
import { run } from "../../../test/helpers/cli/io.ts";
import { encodeNpy } from "../../formats.ts";
import { COMMANDS, describeProgram } from "../commands.ts";
import type { CommandContext } from "../io.ts";
import { bashCompletion } from "./bash.ts";
import { type DescribedCommand, withSubcommands } from "./described.ts";
import { fishCompletion } from "./fish.ts";
import { manualPage } from "./manual.ts";
import { zshCompletion } from "./zsh.ts";

vi.mock("../../workers.ts", () => import("../../../test/workers/door-here.ts"));

const ROOT = process.cwd();
let folder: string;
let program: DescribedCommand;

beforeAll(async () => {
  program = await describeProgram("Sums.", {} as CommandContext);
  folder = await mkdtemp(join(tmpdir(), "samebits-shell-"));
  process.chdir(folder);
  await writeFile("values.npy", encodeNpy(Float64Array.from({ length: 1000 }, (_, i) => (i % 37) / 10)));
  await writeFile("flights.csv", "origin,delay\n3,20\n1,-5\n3,7\n2,40\n");
  await copyFile(join(ROOT, "examples/operators/argmax.op"), "argmax.op");
  await copyFile(join(ROOT, "examples/sketches/figure-4.sketch"), "kogge-stone.sketch");
  await writeFile(
    "squares.sb",
    "entry main (xs: []i32): i32 = reduce (+) 0 (map (\\x -> x * x) xs)\n-- ==\n-- entry: main\n-- input { [1, 2, 3] }\n-- output { 14 }\n",
  );
});

afterAll(async () => {
  process.chdir(ROOT);
  await rm(folder, { recursive: true });
});

/** The words of a command line as a shell has them, up to where its output goes. */
function wordsOf(line: string): readonly string[] {
  const command = line.replace(/ > \S+$/, "");
  return [...command.matchAll(/'([^']*)'|(\S+)/g)].map(([, quoted, plain]) => quoted ?? plain);
}

interface Example {
  readonly line: string;
}

/** Those that need no worker, whose file is the build's. */
function examples(): readonly Example[] {
  const rows = COMMANDS.flatMap(({ examples = [], load }) =>
    typeof load === "function" ? examples : load.flatMap((each) => each.examples ?? []),
  );
  return rows.map((line) => ({ line }));
}

describe("examples of --help", () => {
  it.each(examples().filter(({ line }) => isThorough || !line.startsWith("samebits witness")))(
    "$line",
    { timeout: 120_000 },
    async ({ line }) => {
      const [name, ...argv] = wordsOf(line);
      expect(name).toBe("samebits");
      const { status, stdout, stderr } = await run(argv);
      expect([stderr.match(/^samebits/m), status]).toEqual([null, 0]); // a report beside data goes there
      expect(stdout.length).toBeGreaterThan(0);
    },
  );

  it("stand below the options", async () => {
    const { stdout } = await run(["reduce", "--help"]);
    expect(stdout).toContain("\nExamples:\n  samebits reduce values.npy\n");
  });

  it("and all else of --help fit a terminal of 80 columns", async () => {
    for (const { path } of withSubcommands(program)) {
      const { stdout } = await run([...path, "--help"]);
      expect(stdout.split("\n").filter((line) => line.length > 80)).toEqual([]);
    }
  });

  it("are there for every command that needs no file of another", () => {
    const without = withSubcommands(program).filter(
      ({ examples, commands, path }) => examples.length === 0 && commands.length === 0 && path[0] !== "help",
    );
    expect(without.map(({ path }) => path.join(" "))).toEqual([
      "run serve",
      "worker",
      "network check-proof",
      "network check-certificate",
      "executors",
    ]);
  });
});

describe("--value-only and --no-hash", () => {
  it("leave the value alone", async () => {
    expect((await run(["reduce", "flights.csv", "--column", "origin", "--value-only"])).stdout).toBe("9\n");
    const record = await run([
      ...["reduce", "flights.csv", "--operator", "argmax.op", "--value-only"],
      ...["--column", "value=origin", "--column", "index=origin"],
    ]);
    expect(record.stdout).toBe('{"value":3,"index":3}\n');
    const both = await run(["reduce", "values.npy", "--value-only", "--json"]);
    expect([both.status, both.stderr]).toEqual([
      2,
      "samebits: option '--value-only' cannot be used with option '--json'\n",
    ]);
  });

  it("leave out the hash, in text, in JSON and of records", async () => {
    const scan = ["scan", "values.npy", "-o", "p.npy"];
    expect((await run(scan)).stdout).toMatch(/^hash /m);
    expect((await run([...scan, "--no-hash"])).stdout).not.toContain("hash");
    expect(JSON.parse((await run([...scan, "--no-hash", "--json"])).stdout)).not.toHaveProperty("hash");
    const whole = [...scan, "--expression", "bisection", "--allow-quadratic", "--no-hash"];
    expect((await run(whole)).stdout).not.toContain("hash");
    const records = ["scan", "flights.csv", "--operator", "argmax.op", "-o", "r.csv", "--no-hash"];
    const columns = ["--column", "value=origin", "--column", "index=origin"];
    expect((await run([...records, ...columns])).stdout).not.toContain("hash");
  });

  it.each([
    "sort values.npy -o p.npy",
    "unique values.npy --anywhere -o p.npy",
    "filter values.npy --where value>1 -o p.npy",
    "sort flights.csv -o p.csv",
    "filter flights.csv --where delay>0 -o p.csv",
    "reduce-by-key flights.csv --key origin --column delay -o p.csv",
  ])("leave the same file and no hash: %s", async (line) => {
    const argv = line.split(" ");
    const file = argv[argv.length - 1];
    expect((await run(argv)).stdout).toMatch(/^hash /m);
    const hashed = await readFile(file);
    expect((await run([...argv, "--no-hash"])).stdout).not.toContain("hash");
    expect(await readFile(file)).toEqual(hashed);
    expect(JSON.parse((await run([...argv, "--no-hash", "--json"])).stdout)).not.toHaveProperty(["hash"]);
    expect(JSON.parse((await run([...argv, "--no-hash", "--json"])).stdout)).not.toHaveProperty(["hashes"]);
  });
});

/** What bash offers behind a line, the last word of which is being typed. */
async function offered(line: string): Promise<readonly string[]> {
  await writeFile("completion.bash", bashCompletion(program));
  const script = `source ./completion.bash
compopt() { :; }
COMP_LINE=${JSON.stringify(line)}
COMP_WORDS=(${line} ${line.endsWith(" ") ? "''" : ""}); COMP_CWORD=$((\${#COMP_WORDS[@]}-1)); _samebits
printf '%s\\n' "\${COMPREPLY[@]}"`;
  const { stdout } = await promisify(execFile)("bash", ["--norc", "-c", script]);
  return stdout.trimEnd().split("\n");
}

describe("completions in bash", () => {
  it.each([
    ["samebits red", ["reduce", "reduce-by-key"]],
    ["samebits network syn", ["synthesize"]],
    ["samebits reduce --nu", ["--nulls"]],
    ["samebits reduce --nulls ", ["zero", "skip", "nan"]],
    ["samebits scan x.npy --operator m", ["multiply", "min", "max"]],
    ["samebits network draw skl", ["sklansky", "sklansky.svg"]],
    ["samebits generate n", ["narrow"]],
    ["samebits reduce val", ["values.npy"]],
    ["samebits reduce --column ", [""]],
    ["samebits completion ", ["bash", "zsh", "fish"]],
    ["samebits sort values.npy -o fl", ["flights.csv", "flights.parquet"]],
    ["samebits laws argm", ["argmax.op"]],
  ])("%s", async (line, expected) => {
    expect(await offered(line)).toEqual(expected);
  });
});

describe("what is generated", () => {
  it("has every command and option, in every shell and in the manual", () => {
    const [bash, zsh, fish] = [bashCompletion(program), zshCompletion(program), fishCompletion(program)];
    const manual = manualPage(program, "1.2.3");
    let options = 0;
    for (const command of withSubcommands(program)) {
      const { path } = command;
      const name = path.at(-1);
      if (name !== undefined) {
        expect(bash).toContain(`/${path.join("/")}`);
        expect(zsh).toContain(`${["_samebits", ...path].join("_").replaceAll("-", "_")}() {`);
        expect(fish).toContain(`-a ${name} -d`);
      }
      for (const { long } of command.options) {
        options++;
        expect(bash).toContain(long);
        expect(zsh).toContain(long);
        expect(fish).toContain(`-l ${long.slice(2)}`);
        if (command.commands.length === 0) expect(manual).toContain(long.replaceAll("-", "\\-"));
      }
    }
    expect(options).toBeGreaterThan(150);
  });

  it("is text that roff prints: nothing but ASCII, no request of ours", () => {
    const manual = manualPage(program, "1.2.3");
    // biome-ignore lint/suspicious/noControlCharactersInRegex: which is what is looked for
    expect(manual).toMatch(/^[\x0a\x20-\x7e]*$/);
    const requests = new Set(manual.match(/^[.'][^ \n]*/gm));
    expect([...requests].sort()).toEqual([".B", ".EE", ".EX", ".I", ".PP", ".SH", ".SS", ".TH", ".TP"]);
  });

  it("is what the commands print", async () => {
    const { stdout } = await run(["completion", "fish"]);
    expect(stdout).toBe(
      fishCompletion(
        await describeProgram("Reduce and scan with the same bits on every machine.", {} as CommandContext),
      ),
    );
    const { version } = JSON.parse(await readFile(join(ROOT, "package.json"), "utf8"));
    expect((await run(["manual"])).stdout).toContain(`"samebits ${version}"`);
    expect((await run(["completion", "tcsh"])).stderr).toContain("SHELL must be one of bash, zsh, fish");
  });
});
