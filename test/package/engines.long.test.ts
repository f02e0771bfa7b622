import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { bun, deno, node } from "../engines/npm-engines.mjs";
import { type Answers, askEngine } from "./ask-engine.ts";
import { DOORS, openUserProject, type UserProject } from "./user-project.ts";

const ENGINES = [node("20"), node("22"), node("24"), node("26"), bun];

/** A package of machine code asks Deno for more than what is granted otherwise. */
const trustingDeno = { name: deno.name, command: () => [deno.command()[0], "run", "--quiet", "--allow-all"] };

describe.each(["without peers", "with peers"] as const)("a project %s", (packages) => {
  let project: UserProject;
  let modules: readonly string[];
  let expected: Answers;
  beforeAll(async () => {
    project = openUserProject(packages);
    modules = DOORS.map((door) => `${project.folder}/src/${door}.mjs`);
    expected = await askEngine([process.execPath], project.folder, modules);
  });
  afterAll(() => project.remove());

  test("runs here", () => {
    expect(Object.keys(expected).sort()).toEqual([...DOORS].sort());
    if (packages === "without peers") return;
    expect(expected).toMatchObject({
      formats: { arrow: [1, 2, 3], parquet: [1, 2, 3] },
      laws: { verdict: expect.stringMatching(/proved .*z3/) },
      networks: { highs: "optimal", z3: "unsat", sat: "unsat" },
    });
  });

  test.each([...ENGINES, trustingDeno].map((engine) => [engine.name, engine] as const))(
    "has in %s what it has here",
    async (_name, engine) => {
      const { webgpu, ...answers } = await askEngine(engine.command(), project.folder, modules);
      // Some engines have one of their own, which adds 1, 2 and 3; the others name what is missing.
      expect([6, "UnsupportedError"]).toContain(webgpu);
      const { webgpu: _, ...others } = expected;
      expect(answers).toEqual(others);
    },
  );
});
