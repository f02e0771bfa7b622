import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { run } from "../../../../test/helpers/cli/io.ts";

const ARGMAX = `operator argmax (left: { value: i32, index: i32 }, right) => if left.value < right.value then right else left
identity { value: -2147483648, index: -1 }
`;

let folder: string;
let file: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "samebits-laws-"));
  file = join(folder, "argmax.op");
  await writeFile(file, ARGMAX);
});
afterAll(() => rm(folder, { recursive: true }));

const laws = (...argv: readonly string[]) => run(["laws", ...argv, "--solver", "none"]);

describe("samebits laws", () => {
  test("a built-in operator on one type", async () => {
    const { status, stdout } = await laws("add", "--type", "i32");
    expect(status).toBe(0);
    expect(stdout).toBe(`\
add on i32
  associative     proved (equal normal forms)
  left-identity   proved (equal normal forms)
  right-identity  proved (equal normal forms)
  commutative     proved (equal normal forms)
  idempotent      refuted: x = 1: x · x = 2, not x
`);
  });

  test("on all of its types, as JSON", async () => {
    const { status, stdout } = await laws("min", "--law", "commutative", "--json");
    expect(status).toBe(0);
    const { operator, types } = JSON.parse(stdout);
    expect(operator).toBe("min");
    expect(types.map(({ type }: { readonly type: string }) => type)).toEqual([
      "f64",
      "f32",
      "i64",
      "u64",
      "i32",
      "u32",
    ]);
    expect(types[0].laws).toEqual([
      {
        law: "commutative",
        equality: "bits",
        onCarrier: false,
        verdict: "proved",
        finding: "proved (equal normal forms)",
        method: "normal form",
        notes: [],
      },
    ]);
  });

  test("a file, with a counterexample and its bits", async () => {
    const { status, stdout } = await laws(file, "--law", "commutative", "--json");
    expect(status).toBe(0);
    expect(JSON.parse(stdout).types[0].laws[0]).toMatchObject({
      verdict: "refuted",
      counterexample: {
        x: { value: 0, index: 0 },
        y: { value: 0, index: 1 },
        bits: { x: ["00000000", "00000000"], y: ["00000000", "00000001"] },
        left: { value: 0, index: 0 },
        right: { value: 0, index: 1 },
      },
    });
  });

  test("explained", async () => {
    const { stdout } = await laws(file, "--law", "associative", "--explain");
    expect(stdout).toContain("8 combinations");
    expect(stdout).toContain("  T T T   both  { value: z.value, index: z.index }\n");
  });

  test("by value", async () => {
    const { stdout } = await laws(
      "add",
      "--type",
      "f32",
      "--equality",
      "value",
      "--law",
      "commutative",
      "--json",
    );
    expect(JSON.parse(stdout).types[0].laws[0]).toMatchObject({ equality: "value", verdict: "proved" });
  });

  test("a law that is required and not proved is a failed check", async () => {
    expect((await laws("add", "--type", "i32", "--require", "associative")).status).toBe(0);
    expect((await laws("add", "--type", "f64", "--require", "associative")).status).toBe(1);
    expect((await laws("add", "--require", "associative")).status).toBe(1);
    expect((await laws(file, "--law", "associative", "--require", "associative")).status).toBe(1); // only tested
    expect((await laws("add", "--type", "i32", "--require", "closed")).status).toBe(1);
  });

  test.each([
    [
      "a name that is none",
      ["addd"],
      "NAME|FILE must be one of add, multiply, min, max, and, or, xor, tree-hash (nearest: add)",
    ],
    ["a type that is none", ["add", "--type", "i31"], "--type must be one of"],
    [
      "a type that the operator is not on",
      ["and", "--type", "f64"],
      "--type must be one of i64, u64, i32, u32",
    ],
    ["a law that is none", ["add", "--law", "assoc"], "--law must be one of associative"],
    ["a law without an identity", ["tree-hash", "--law", "left-identity"], "identity must be given"],
    ["an equality that is none", ["add", "--equality", "bit"], "--equality must be one of bits, value"],
    ["a timeout that is none", ["add", "--timeout", "soon"], "--timeout must be seconds"],
    ["no operator", [], "NAME|FILE"],
  ])("%s", async (_, argv, message) => {
    const { status, stderr, stdout } = await laws(...argv);
    expect([status, stdout]).toEqual([2, ""]);
    expect(stderr).toContain(message);
    expect(stderr.trimEnd().split("\n")).toHaveLength(1);
  });

  test("a type for records, a syntax error, a carrier that is not closed", async () => {
    expect((await laws(file, "--type", "i32")).stderr).toContain("--type must be left out");
    const broken = join(folder, "broken.op");
    await writeFile(broken, "operator broken (left: i32, right) => left +");
    expect(await laws(broken)).toMatchObject({ status: 2, stderr: expect.stringContaining("broken.op:1:") });
    const open = join(folder, "open.op");
    await writeFile(open, "operator open (left: i32, right) => left + right where x => x > 0 && x < 10");
    expect(await laws(open)).toMatchObject({
      status: 2,
      stderr: expect.stringContaining("carrier must be closed under the operator"),
    });
  });
});

test("--certificates keeps proofs, and checks those that are kept", async () => {
  const kept = join(folder, "certificates");
  const first = await laws("add", "--type", "i32", "--law", "commutative", "--certificates", kept);
  const [name] = await readdir(kept);
  const path = join(kept, name);
  expect(JSON.parse(await readFile(path, "utf8"))).toMatchObject({ law: "commutative" });
  const again = await laws("add", "--type", "i32", "--law", "commutative", "--certificates", kept);
  expect(again.stdout).toBe(first.stdout);
  await writeFile(path, (await readFile(path, "utf8")).replace("commutative", "idempotent"));
  const altered = await laws("add", "--type", "i32", "--law", "commutative", "--certificates", kept);
  expect(altered.status).toBe(0);
  expect(altered.stdout).toBe(first.stdout);
});

describe("samebits laws of a program", () => {
  const program = "examples/language/argmax.sb";

  test("says what is proved of its operators, and where they stand", async () => {
    const { status, stdout } = await run(["laws", program, "--require", "associative"]);
    expect(status).toBe(0);
    const lines = stdout.trimEnd().split("\n");
    expect(lines).toHaveLength(7);
    expect(lines[0]).toMatch(/^examples\/language\/argmax\.sb:8:3: reduce {2}associative {2}proved \(/);
    expect(lines[1]).toMatch(/argmax\.sb:8:3: reduce {2}left-identity {2}refuted: /);
    expect(lines[2]).toMatch(/argmax\.sb:8:3: reduce {2}right-identity {2}proved \(/);
    expect(lines[3]).toMatch(/argmax\.sb:13:6: reduce_comm {2}associative {2}proved \(/);
    expect(lines[4]).toMatch(/argmax\.sb:13:6: reduce_comm {2}commutative {2}proved \(/);
    expect(lines[6]).toMatch(/argmax\.sb:13:6: reduce_comm {2}right-identity {2}/);
  });

  test("as JSON; without a solver less is proved, which may be a failed check", async () => {
    const { status, stdout } = await laws(program, "--json", "--require", "commutative");
    const { laws: found } = JSON.parse(stdout);
    expect(found[0]).toMatchObject({ line: 8, column: 3, construct: "reduce", law: "associative" });
    expect([status, found[4].verdict]).toEqual([1, "tested"]);
    expect((await laws("examples/language/reduction.sb")).stdout).toBe(
      "examples/language/reduction.sb relies on no law: its operators are built in, or their tree is named\n",
    );
  });

  test.each([
    [["--law", "commutative"], "--law must be left out for a program"],
    [["--explain"], "--explain must be left out for a program"],
  ])("%j is not asked of it", async (rest, message) => {
    const { status, stderr } = await laws(program, ...rest);
    expect([status, stderr.includes(message)]).toEqual([2, true]);
  });
});
