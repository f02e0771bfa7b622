import { mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { run } from "../../../../test/helpers/cli/io.ts";

describe("samebits eval", () => {
  let folder: string;
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), "samebits-eval-"));
    writeFileSync(
      join(folder, "wrong.sb"),
      "-- ==\n-- input { 1 } output { 3 }\n-- input { 2 } error: index\ndef main (x: i32) = x + 1",
    );
    writeFileSync(join(folder, "type.sb"), "def main (x: i32) =\n  x + 1.5");
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  it("runs a definition on any executor", async () => {
    for (const on of ["interpreter", "javascript", "wasm"]) {
      const argv = [
        "eval",
        "examples/language/argmax.sb",
        "--entry",
        "argmax",
        "--input",
        "[3, 9, 2, 9]",
        "--on",
        on,
      ];
      expect(await run(argv)).toMatchObject({ status: 0, stdout: "9\n1i64\n", stderr: "" });
    }
  });

  it.each(readdirSync("examples/language"))("runs the test blocks of %s", async (file) => {
    const interpreted = await run([
      "eval",
      `examples/language/${file}`,
      "--test",
      "--exact",
      "--on",
      "interpreter",
    ]);
    expect(interpreted).toMatchObject({ status: 0, stderr: "" });
    expect(interpreted.stdout).toMatch(/^PASS/);
    const { status, stdout } = await run(["eval", `examples/language/${file}`, "--test", "--exact"]);
    expect(status).toBe(0);
    expect(stdout).not.toMatch(/^FAIL/m);
    expect(stdout).not.toMatch(/^SKIP/m);
  });

  it("reads what a test block names from the program's folder, by whatever way, and from nowhere else", async () => {
    const inner = join(folder, "inner");
    mkdirSync(join(inner, "data"), { recursive: true });
    writeFileSync(join(folder, "secret.in"), "7");
    writeFileSync(join(inner, "data", "..three"), "3");
    symlinkSync(join(folder, "secret.in"), join(inner, "data", "link.in"));
    symlinkSync(inner, join(folder, "also-inner"));
    const test = async (program: string, input: string, output: string) => {
      writeFileSync(
        join(inner, "id.sb"),
        `def main (x: i32) = x\n-- ==\n-- input ${input} output ${output}\n`,
      );
      return run(["eval", join(folder, program), "--test"]);
    };
    for (const program of ["inner/id.sb", "also-inner/id.sb"]) {
      expect(await test(program, "@ data/..three", "@ ./data/../data/..three")).toMatchObject({
        status: 0,
        stderr: "",
      });
      for (const outside of [
        "../secret.in",
        join(folder, "secret.in"),
        "data/link.in",
        "../../../etc/hostname",
        "../none.in",
      ]) {
        for (const [input, output] of [
          [`@ ${outside}`, "{ 7 }"],
          ["{ 7 }", `@ ${outside}`],
        ]) {
          const { status, stdout, stderr } = await test(program, input, output);
          expect([status, stdout]).toEqual([2, ""]);
          expect(stderr).toMatch(
            /^samebits: a file of a test block must be in the program's folder, got [^\n]*\n$/,
          );
        }
      }
    }
  });

  it("says what an executor lacks, where, and who has it", async () => {
    writeFileSync(
      join(folder, "nested.sb"),
      "def main (xs: []i32) = map (\\x -> foldl (\\a b -> a + b + x) 0 [x, x]) xs",
    );
    const nested = ["eval", join(folder, "nested.sb"), "--input", "[1, 2]"];
    const { status, stderr } = await run([...nested, "--on", "wasm"]);
    expect(status).toBe(2);
    expect(stderr).toMatch(
      /"foldl" within a map on "wasm" \(.*nested\.sb:1:\d+\) is not possible here: .*; the interpreter has it: eval --on interpreter\n$/,
    );
    expect((await run([...nested, "--on", "interpreter"])).stdout).toBe("[4, 8]\n");
    const unasked = await run(nested);
    expect(unasked).toMatchObject({ status: 0, stdout: "[4, 8]\n" });
    expect(unasked.stderr).toMatch(
      /^note: interpreted, since "foldl" within a map on "wasm" \(.*nested\.sb:1:\d+\) is not possible: its turns wait for one another\n$/,
    );
  });

  it("tells what has no effect, and how division differs where tests fail", async () => {
    writeFileSync(
      join(folder, "notes.sb"),
      `-- ==
-- input { -7 } output { -4 }
#[inline]
def half (x: i32) = #[inline] x / 2
def main (x: i32) = half x`,
    );
    const argv = ["eval", join(folder, "notes.sb")];
    const told = await run([...argv, "--input", "-7"]);
    expect(told).toMatchObject({ status: 0, stdout: "-3\n" });
    expect(told.stderr).toMatch(
      /^note: \S*notes\.sb:3:1: #\[inline\] has no effect here \(2 times in all\)\n$/,
    );
    const tested = await run([...argv, "--test"]);
    expect(tested.status).toBe(1);
    expect(tested.stderr).toMatch(/note: \S*notes\.sb:4:33: \/ and % of integers truncate here, .*\n$/);
  });

  it("tells values of nothing that are not neutral where tests fail, and only there", async () => {
    const text = (expected: number) => `-- ==
-- input { [1, 2] } output { ${expected} }
def main (xs: []i32): i32 = reduce (+) 5 xs`;
    const file = join(folder, "five.sb");
    writeFileSync(file, text(8)); // as Futhark has it, which combines the value
    const failed = await run(["eval", file, "--test"]);
    expect([failed.status, failed.stderr]).toEqual([
      1,
      expect.stringMatching(
        /note: \S*five\.sb:3:29: .* is not neutral on the left: x = 0: e · x = 5, not x\n$/,
      ),
    ]);
    writeFileSync(file, text(3));
    expect(await run(["eval", file, "--test"])).toMatchObject({ status: 0, stderr: "" });
  });

  it("says which case fails, and ends with 1", async () => {
    const { status, stdout } = await run(["eval", join(folder, "wrong.sb"), "--test"]);
    expect(status).toBe(1);
    expect(stdout).toMatch(
      /FAIL {2}main {2}line 2 .*expected 3, got 2\nFAIL {2}main {2}line 3 .*expected an error, got 3\n0 of 2 hold on wasm/,
    );
  });

  it.each([
    ["main (x: i32) = x", 'fault.sb:1:1: expected "def" or "entry", got "main"', "main (x: i32) = x\n^"],
    [
      "def main (xs: []i32) = [x*x for x in xs]",
      'expected "]" or a comma, as there are no comprehensions: map (\\x -> …) xs, got "for"',
      "def main (xs: []i32) = [x*x for x in xs]\n                            ^",
    ],
    ["def main (x: i32) = seed", 'got "seed"', "def main (x: i32) = seed\n                    ^"],
    ["def entry = 1", 'got "entry"', "def entry = 1\n    ^"],
    [
      "def main (x: i32) =\n  if x > 1 then 2\n\n-- The end.\n",
      'fault.sb:2:18: expected "else" and a value (there is always one), got the end of the text',
      "  if x > 1 then 2\n                 ^",
    ],
  ])("quotes a program as it is, with its line and a caret: %j", async (text, message, frame) => {
    writeFileSync(join(folder, "fault.sb"), text);
    const { status, stderr } = await run(["eval", join(folder, "fault.sb"), "--input", "1"]);
    expect(status).toBe(2);
    expect(stderr).toContain(message);
    expect(stderr.endsWith(`\n${frame}\n`)).toBe(true);
  });

  it("compares floats within Futhark's tolerance, and to the bit where that is asked for", async () => {
    writeFileSync(
      join(folder, "close.sb"),
      `-- ==
-- input { [0.1, 1.0] } output { [0.1, 1.0019] }
-- input { [0.1, 1.0] } output { [0.1, 1.0021] }
-- input { [1000.0, 1.0] } output { [1000.0, 2.9] }
-- input { [1000.0, 1.0] } output { [1000.0, 3.1] }
-- input { [f64.inf, -0.0] } output { [f64.inf, 0.0] }
-- input { [f64.inf, 1.0] } output { [-f64.inf, 1.0] }
-- input { [f64.nan] } output { [f64.nan] }
-- input { [1.0] } output { [f64.nan] }
-- input { [1.0] } output { [f64.inf] }
-- input { [1.0] } output { [1.0, 1.0] }
-- input { [1.5] } auto output
def main (xs: []f64) = xs
-- ==
-- entry: whole
-- input { 1000000 } output { 1000001 }
def whole (x: i32) = x`,
    );
    const marks = async (...more: string[]): Promise<string> => {
      const { stdout } = await run(["eval", join(folder, "close.sb"), "--test", ...more]);
      return stdout
        .replace(/\n.*hold on.*\n/, "")
        .split("\n")
        .map((line) => line[0])
        .join("");
    };
    expect(await marks()).toBe("PFPFPFPFFFPF");
    expect(await marks("--exact")).toBe("FFFFFFPFFFPF");
    expect((await run(["eval", join(folder, "close.sb"), "--exact"])).stderr).toMatch(
      /--exact must be beside --test/,
    );
  });

  it("takes any error of the program where a test expects one, and its words where that is asked for", async () => {
    writeFileSync(
      join(folder, "errors.sb"),
      `-- ==
-- input { 7i64 } error: Index .* out of bounds
-- input { 7i64 } error: index from 0 to 2
-- input { 1i64 } error: index
-- input { 7i64 } error: [
def main (i: i64) = [1, 2, 3][i]
-- ==
-- entry: endless
-- input { 1 } error: .*
def endless (x: i32) = loop y = x while true do y + 1
-- ==
-- entry: nested
-- input { [1] } error: .*
def nested (xs: []i32) = map (\\x -> foldl (\\a b -> a + x) 0 [x, x]) xs`,
    );
    const argv = ["eval", join(folder, "errors.sb"), "--test", "--fuel", "1000", "--on", "wasm"];
    const lines = (await run(argv)).stdout.split("\n");
    expect(lines.map((line) => line.slice(0, 4))).toEqual([
      ...["PASS", "PASS", "FAIL", "PASS", "FAIL", "SKIP"],
      ...["3 of", ""],
    ]);
    expect(lines[4]).toContain('("fuel")');
    const exact = (await run([...argv, "--exact"])).stdout.split("\n");
    expect(exact.map((line) => line.slice(0, 1)).join("")).toBe("FPFFFS1");
    expect(exact[3]).toContain('an error is expected of "[", which is no regular expression');
  });

  it("reads numbers that say no type as the definition has them", async () => {
    writeFileSync(
      join(folder, "numbers.sb"),
      `-- ==
-- input { 3000000000 [1, 2.5] [[1, 2]] } output { 3000000001 [3, 4.5] [1, 2] }
-- input { 1i64 [1] [[1]] } output { 2i64 [3.0f32] [1u32] }
-- input { 1 [1] [[1]] } output { 2i32 [3] [1] }
-- input { 1 [1] [[1]] } output { 2 [3] [1.5] }
def main (x: i64) (ys: []f32) (zs: [][]u32) = (x + 1, map (+ 2) ys, zs[0])`,
    );
    const argv = ["eval", join(folder, "numbers.sb"), "--on", "interpreter"];
    const given = ["--input", "3000000000 [1, 2.5]", "[[1, 4000000000]]"];
    expect(await run([...argv, ...given])).toMatchObject({
      status: 0,
      stderr: "",
      stdout: "3000000001i64\n[3f32, 4.5f32]\n[1u32, 4000000000]\n",
    });
    const lines = (await run([...argv, "--test"])).stdout.split("\n");
    expect(lines.map((line) => line.slice(0, 4))).toEqual(["PASS", "PASS", "FAIL", "FAIL", "2 of", ""]);
    expect(lines[2]).toMatch(/: "output\[0\]" must be i64, got i32$/);
    expect(lines[3]).toMatch(/: "output\[2\]\[0\]" must be a whole number of u32, .*, got 1\.5$/);
  });

  it("reads, compares and prints arrays of arrays of records", async () => {
    writeFileSync(
      join(folder, "pairs.sb"),
      `-- ==
-- input { [[1, 2], [5, 6]] [[3, 4], [7, 8]] } output { 4 [[2, 1], [6, 5]] [[4.0, 3.0], [8.0, 7.0]] }
-- input { [[1, 2], [5, 6]] [[3, 4], [7, 8]] } output { 6 [[2, 1], [6, 5]] [[4.0, 3.0], [8.0, 7.0]] }
def main (xs: [][](i32, f32)): (i32, [][](i32, f32)) = (i32.f32 xs[0, 1].1, map reverse xs)
-- ==
-- entry: none
-- input { empty([0][2]i32) [] } output { empty([0][2]i32) [] }
def none (xs: []{row: []i32, sum: i32}) = xs`,
    );
    const argv = ["eval", join(folder, "pairs.sb"), "--on", "interpreter"];
    expect(await run([...argv, "--input", "[[1, 2], [5, 6]]", "[[3, 4], [7, 8]]"])).toMatchObject({
      stderr: "",
      stdout: "4\n[[2, 1], [6, 5]]\n[[4f32, 3f32], [8f32, 7f32]]\n",
    });
    const lines = (await run([...argv, "--test"])).stdout.split("\n");
    expect(lines.map((line) => line.slice(0, 4))).toEqual(["PASS", "FAIL", "PASS", "2 of", ""]);
  });

  it("prints a report", async () => {
    const { stdout } = await run([
      "eval",
      "examples/language/reduction.sb",
      "--entry",
      "red",
      "--input",
      "[1, 2]",
      "--json",
    ]);
    expect(JSON.parse(stdout)).toEqual({ executor: "wasm", entry: "red", values: ["3"], seconds: 0.001 });
  });

  it.each([
    [["type.sb"], /type\.sb:2:7: expected i32, got f64\|f32\n {2}x \+ 1\.5\n {6}\^\n$/],
    [["none.sb"], /FILE must be a file that can be read.*ENOENT/],
    [["wrong.sb", "--entry", "min"], /--entry must be one of main/],
    [["wrong.sb"], /--input\[0\] must be i32, got none/],
    [["wrong.sb", "--input", "[1]"], /--input\[0\] must be i32, got \[\]number/],
    [["wrong.sb", "--input", "1i64"], /--input\[0\] must be i32, got i64/],
    [["wrong.sb", "--input", "1.5"], /--input\[0\] must be a whole number of i32, from .*, got 1\.5/],
    [["wrong.sb", "--input", "3000000000"], /of i32, from -2147483648 to 2147483647, got 3000000000/],
    [["wrong.sb", "--input", "1 2"], /--input must be 1 value in all, got 2/],
    [["wrong.sb", "--input", "[1, 2"], /--input must be a value, got the end of the text/],
    [["wrong.sb", "--input", "@none.in"], /--input must be a file that can be read, got "none\.in": ENOENT/],
    [["wrong.sb", "--input", "1", "--fuel", "-1"], /--fuel must be a positive/],
    [["wrong.sb", "--input", "1", "--on", "interpretr"], /--on must be one of interpreter/],
  ])("tells what is wrong with %j", async ([file, ...rest], message) => {
    const { status, stdout, stderr } = await run(["eval", join(folder, file), ...rest]);
    expect([status, stdout]).toEqual([2, ""]);
    expect(stderr).toMatch(message);
  });
});
