// What each entry point may weigh: exports.test.ts holds the build to it, and docs/which-import.md shows it: after a change, `npm run docs`.

/** Gzipped bytes of what esbuild makes of a door with all that it loads at once: alarms, a twentieth above what was measured. */
export const BUDGET_BYTES: Readonly<Record<string, number>> = {
  samebits: 53_000,
  "samebits/javascript": 41_400,
  "samebits/sums": 78_900,
  "samebits/algorithms": 186_500, // 185,624 with functions prepared that are no folds
  "samebits/matrices": 171_500, // 170,734 with these, and matrices of narrow elements, which every function takes
  "samebits/streams": 95_400, // 95,009
  "samebits/workers": 161_300,
  "samebits/webgpu": 161_900, // 161,314
  "samebits/elementary": 19_900,
  "samebits/expressions": 6_400,
  "samebits/language": 244_000, // 242,587 with updates, ranges, modules, constructors, a prelude, and maps within maps
  "samebits/networks": 176_000,
  "samebits/operators": 41_500,
  "samebits/laws": 49_700,
  "samebits/formats": 52_000, // 50,585 with tables that are read some rows at a time
  "samebits/summaries": 18_600,
  "samebits/conformance": 66_300,
  "samebits/accuracy": 25_600,
  "samebits/plots": 10_000,
  "samebits/reveal": 38_500,
  "samebits/simulator": 10_900,
  "samebits/cluster": 160_000,
  "samebits/eslint-plugin": 4_000,
};
