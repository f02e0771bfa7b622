import type { Family } from "../../family.ts";

/** Trees that are functions: refused by name, unless all trees have the same bits. */
export const custom: Family = {
  serve: (expression) =>
    expression.kind === "custom"
      ? {
          refusal: () => ({
            reason: `the tree of "${expression.name}" is a function, which only the javascript executor calls`,
            remedy: 'use the javascript executor ("samebits/javascript")',
          }),
        }
      : undefined,
};
