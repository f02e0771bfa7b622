import type { Root, Summary } from "./summary.ts";

/** The same summary with other values: those of single elements are scalars to callers, and lists of one to executors. */
export function mapValues<From, To>(summary: Summary<From>, map: (value: From) => To): Summary<To> {
  const mapped = (roots: readonly Root<From>[]): readonly Root<To>[] =>
    roots.map((root) => ({ ...root, value: map(root.value) }));
  switch (summary.kind) {
    case "roots":
      return { ...summary, roots: mapped(summary.roots) };
    case "lanes":
      return { ...summary, lanes: summary.lanes.map(mapped) };
    case "blocks": {
      const { head, blocks, tail } = summary;
      return { ...summary, head: mapped(head), blocks: mapped(blocks), tail: mapped(tail) };
    }
    case "binned":
    case "exact": // a sum, not of values
      return summary;
    default:
      return summary satisfies never;
  }
}
