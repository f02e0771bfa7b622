import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { COMPILERS, type Consumer, type ConsumerProject, openConsumerProject } from "./consumers/compile.ts";

type Libraries = Pick<Consumer, "lib" | "types" | "programs">;

const LIBRARIES: readonly Libraries[] = [
  { lib: ["ES2022"], types: [], programs: ["everyday"] },
  { lib: ["ES2022"], types: ["node"], programs: ["everyday", "disposal"] },
  { lib: ["ES2022", "DOM"], types: [], programs: ["everyday", "page"] },
  { lib: ["ES2022", "DOM"], types: ["node"], programs: ["everyday", "page", "disposal"] },
  { lib: ["ESNext", "DOM"], types: [], programs: ["everyday", "page", "disposal"] },
];

// @webgpu/types needs the DOM, and is at odds with it from TypeScript 6 on, which has types of WebGPU itself.
const OF_WEBGPU = { lib: ["ES2022", "DOM"], programs: ["everyday", "gpu"] };

/** TypeScript 6 has given up node10, which is no more than `main`, `types` and `typesVersions`. */
function resolutionsOf(compiler: string): readonly Consumer["moduleResolution"][] {
  return compiler.startsWith("typescript-5") ? ["bundler", "nodenext", "node10"] : ["bundler", "nodenext"];
}

function librariesOf(compiler: string): readonly Libraries[] {
  return [
    ...LIBRARIES,
    { ...OF_WEBGPU, types: compiler.startsWith("typescript-5") ? ["@webgpu/types"] : [] },
  ];
}

let project: ConsumerProject;
beforeAll(() => {
  project = openConsumerProject();
});
afterAll(() => project.remove());

describe.each(COMPILERS)("under %s", (compiler) => {
  const cases = librariesOf(compiler).flatMap((libraries) =>
    resolutionsOf(compiler).map((moduleResolution) => ({ ...libraries, moduleResolution })),
  );
  test.each(cases.map((each) => [`${each.lib} ${each.types} ${each.moduleResolution}`, each] as const))(
    "%s",
    { timeout: 120_000 },
    async (_name, libraries) => {
      expect(await project.complaints({ compiler, ...libraries })).toBe("");
    },
  );
});
