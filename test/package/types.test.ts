import { afterAll, beforeAll, expect, test } from "vitest";
import { type Consumer, type ConsumerProject, openConsumerProject } from "./consumers/compile.ts";

// One project for each compiler, as different as may be; types.long.test.ts has all of them with each other.
const CONSUMERS: readonly Consumer[] = [
  {
    compiler: "typescript-5.4",
    lib: ["ES2022"],
    types: [],
    moduleResolution: "node10", // which sees neither exports nor their types
    programs: ["everyday"],
  },
  {
    compiler: "typescript-5.9",
    lib: ["ES2022", "DOM"],
    types: ["@webgpu/types"],
    moduleResolution: "bundler",
    programs: ["everyday", "page", "gpu"],
  },
  {
    compiler: "typescript-7",
    lib: ["ESNext", "DOM"],
    types: [],
    moduleResolution: "bundler",
    programs: ["everyday", "page", "gpu", "disposal"],
  },
];

let project: ConsumerProject;
beforeAll(() => {
  project = openConsumerProject();
});
afterAll(() => project.remove());

test.concurrent.each(CONSUMERS.map((consumer) => [consumer.compiler, consumer] as const))(
  "the types compile under %s",
  async (_compiler, consumer) => {
    expect(await project.complaints(consumer)).toBe("");
  },
);
