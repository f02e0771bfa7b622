// What each entry point may weigh: exports.test.ts holds the build to it, and docs/which-import.md shows it: after a change, `npm run docs`.

/** Gzipped bytes of what esbuild makes of a door with all that it loads at once: alarms, a twentieth above what was measured. */
export const BUDGET_BYTES: Readonly<Record<string, number>> = {
  samebits: 54_500,
  "samebits/javascript": 43_400,
  "samebits/sums": 80_600,
  "samebits/algorithms": 195_600,
  "samebits/matrices": 179_900,
  "samebits/streams": 99_800,
  "samebits/workers": 166_500,
  "samebits/webgpu": 169_400,
  "samebits/elementary": 20_700,
  "samebits/expressions": 6_600,
  "samebits/language": 272_400,
  "samebits/networks": 179_500,
  "samebits/operators": 43_300,
  "samebits/laws": 52_000,
  "samebits/formats": 58_400,
  "samebits/summaries": 19_500,
  "samebits/conformance": 69_700,
  "samebits/accuracy": 26_700,
  "samebits/plots": 10_500,
  "samebits/reveal": 46_300,
  "samebits/simulator": 11_300,
  "samebits/cluster": 162_000,
  "samebits/eslint-plugin": 3_500,
};
