import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { type Ran, run } from "../../../../test/helpers/cli/io.ts";
import { decodeProgram, expandProgram, generateNetwork } from "../../../networks.ts";

vi.mock("../../../workers.ts", () => import("../../../../test/workers/door-here.ts"));
vi.mock("../../../webgpu.ts", () => import("../../../../test/webgpu/door-here.ts")); // no GPU, whatever the machine has

let folder = "";
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "samebits-synthesize-"));
});
afterAll(() => rm(folder, { recursive: true }));

const at = (name: string): string => join(folder, name);

function network(argv: readonly string[], stdin = ""): Promise<Ran> {
  return run(["network", ...argv], { stdin: new TextEncoder().encode(stdin) });
}

const SKLANSKY = `for (i = 0; i < ceilLog2(N); i++)
  for all j < N where (j >> i) % 2 == 1:
    a[j] = a[(j >> i << i) - 1] . a[j]
`;

describe("samebits network synthesize", () => {
  test("a program, what it serves and where it was tested", async () => {
    const { status, stdout } = await network(["synthesize", "sklansky"]);
    expect(status).toBe(0);
    expect(stdout).toBe(
      `${SKLANSKY}
phases  1
serves  every associative operator
tested  N = 1, 2, 3, 5, 7, 8, 13, 16, 31, 32, 37, 64, 100, 256
`,
    );
  });

  test("from a file or standard input, from several widths, for suffixes", async () => {
    await writeFile(
      at("ks.txt"),
      "{{(0,1),(1,2),(2,3),(3,4),(4,5),(5,6),(6,7)},{(0,2),(1,3),(2,4),(3,5),(4,6),(5,7)},{(0,4),(1,5),(2,6),(3,7)}}",
    );
    expect((await network(["synthesize", at("ks.txt")])).stdout).toContain("where 2^i <= j:");
    expect((await network(["synthesize", "-"], "{{(0,1),(2,3)},{(1,2),(1,3)}}")).status).toBe(0);
    const several = await network(["synthesize", "scan-scan-add:8", "--n", "16,32", "--json"]);
    const { kind, program } = JSON.parse(several.stdout);
    expect(kind).toBe("program");
    expect(expandProgram(decodeProgram(program), 100)).toEqual(generateNetwork("scan-scan-add:8", 100));
    expect((await network(["synthesize", "kogge-stone", "--backward"])).stdout).toContain("a[j]");
  });

  test("with a proof that is written, followed, and refused when it was altered", async () => {
    const file = at("sklansky.json");
    const made = await network(["synthesize", "sklansky", "--certificate", file, "-o", at("program.json")]);
    expect(made.stdout).toMatch(
      /^proved +for every N, by induction over its steps: 3 statements shown by z3 \d/m,
    );
    expect(decodeProgram(JSON.parse(await readFile(at("program.json"), "utf8"))).phases).toHaveLength(1);
    const followed = await network(["check-certificate", file]);
    expect([followed.status, followed.stdout]).toEqual([0, `${SKLANSKY}\nPASS  a scan at every width\n`]);
    let seconds = 0;
    const late = await run(["network", "check-certificate", file, "--timeout", "1"], {
      now: () => 1000 * seconds++,
    });
    expect([late.status, late.stdout]).toEqual([2, ""]);
    expect(late.stderr).toContain("it takes more than --timeout 1");
    const text = await readFile(file, "utf8");
    await writeFile(file, text.replace('"direction":"up"', '"direction":"down"'));
    const refused = await network(["check-certificate", file]);
    expect(refused.status).toBe(1);
    expect(refused.stdout).toMatch(/FAIL {2}"certificate" must be /);
  });

  test("of a wrong example: the output, the step, the nearest program; ends with 1", async () => {
    const wrong =
      "{{(0,1),(1,2),(2,3),(3,4),(4,5),(5,6),(6,7)},{(0,2),(1,3),(1,4),(3,5),(4,6),(5,7)},{(0,4),(1,5),(2,6),(3,7)}}";
    const { status, stdout } = await network(["synthesize", "-"], wrong);
    expect(status).toBe(1);
    expect(stdout).toMatch(/^FAIL {2}no program makes this example\ny4 is .*, not x0·x1·…·x4\n/);
    expect(stdout).toMatch(
      /makes the example with these corrections:\n {2}step 2: without \(1, 4\), with \(2, 4\)\n$/,
    );
    const { kind, step, nearest } = JSON.parse((await network(["synthesize", "-", "--json"], wrong)).stdout);
    expect([kind, step]).toEqual(["irregular", 1]);
    expect(nearest.corrections).toEqual([{ step: 1, remove: [[1, 4]], add: [[2, 4]] }]);
  });

  test("in the published form: by cuts, in a language, proved; or why there is none", async () => {
    const found = await network(["synthesize", "kogge-stone", "--form", "pair-index", "--prove"]);
    expect([found.status, found.stdout.split("\n").slice(0, 3)]).toEqual([
      0,
      ["h(N) = log(N)", "f(i, j) = j", "g(i, j) = j + 2^i"],
    ]);
    expect(found.stdout).toMatch(/^proved +for every N, by induction over its steps: 3 statements/m);
    const file = at("pair-index.json");
    const greedy = ["synthesize", "sklansky", "--form", "pair-index", "--phases", "greedy", "--json"];
    const { kind, program, formulas } = JSON.parse((await network([...greedy, "-o", file])).stdout);
    expect([kind, decodeProgram(program)]).toEqual([
      "program",
      decodeProgram(JSON.parse(await readFile(file, "utf8"))),
    ]);
    expect(formulas).toContain("⌊j/2^i⌋");
    expect(expandProgram(decodeProgram(program), 37)).toEqual(generateNetwork("sklansky", 37));
    const none = await network([
      "synthesize",
      "scan-scan-add:4",
      "--form",
      "pair-index",
      "--phases",
      "greedy",
    ]);
    expect([none.status, none.stdout]).toEqual([1, expect.stringMatching(/^FAIL {2}no program: /)]);
    const extended = ["--form", "pair-index", "--language", "extended"];
    expect((await network(["synthesize", "serial", "--n", "8", ...extended])).stdout).toContain(
      "h(N) = N − 1",
    );
  });

  test("of an expression, or why there is none", async () => {
    const found = await network(["synthesize", "--expression", "block-dyadic:3"]);
    expect(found.status).toBe(0);
    expect(found.stdout).toContain("j / 3");
    const none = await network(["synthesize", "--expression", "peer(2, dyadic-left)"]);
    expect([none.status, none.stdout]).toEqual([
      1,
      "FAIL  no program: none of 4 networks of peer(2, dyadic-left) has a program with its brackets at every width\n",
    ]);
  });

  test.each<[readonly string[], RegExp]>([
    [["synthesize"], /NAME\|FILE must be given: an example, or --expression, got none/],
    [["synthesize", "sklansky", "--expression", "mirror"], /expression must be given without examples/],
    [["synthesize", "sklansky", "--n", "16,x"], /--?n must be numbers of wires/],
    [["synthesize", "sklansky", "--n", "300"], /examples must be of 2 to 256 wires, got one of 300/],
    [["synthesize", "sklansky", "kogge-stone"], /examples must be one for each width, got two of 16 wires/],
    [
      ["synthesize", "sklansky", "--language", "extended"],
      /language must be left out without --form pair-index/,
    ],
    [
      ["synthesize", "--expression", "mirror", "--form", "pair-index"],
      /form must be guards with --expression/,
    ],
    [
      ["synthesize", "sklansky", "--form", "pair-index", "--phases", "2,x"],
      /phases must be all, greedy or numbers/,
    ],
    [["synthesize", "sklansky", "--form", "pair-index", "--phases", "2,3"], /phases must be 4 steps in all/],
    [["synthesize", "nothing-there"], /NAME\|FILE/],
    [["synthesize", "sklansky", "--timeout", "0"], /timeout must be whole seconds/],
    [["check-certificate", "nothing-there"], /FILE must be a file that can be read/],
  ])("%j is refused", async (argv, message) => {
    const { status, stderr } = await network(argv);
    expect(status).toBe(2);
    expect(stderr).toMatch(message);
  });
});
