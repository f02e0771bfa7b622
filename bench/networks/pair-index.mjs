import {
  EXTENDED_BASIS,
  networksAt,
  openHighs,
  printPairIndex,
  printProgram,
  SEED_BASIS,
  synthesizeLeaf,
  synthesizePairIndex,
  validateNetwork,
} from "samebits/networks";

const WIDTH = 16;
const MOST_QUESTIONS = 400;

/**
 * One network of 16 wires, its programs in both forms.
 *
 * @typedef {object} PairIndexRow
 * @property {string} network
 * @property {Form} greedy  longest phases first, published language
 * @property {Form} all  all cuts, published language
 * @property {Form} extended  all cuts, larger language; asked for where the published one has none
 * @property {Form} guards
 */

/** @typedef {{ milliseconds: number, program?: string, phases?: number }} Form */

/** @type {import("../networks-tables.mjs").Table<PairIndexRow>} */
export const table = {
  name: "pair-index",
  document: "docs/sketches.md",
  measure: async ({ now, log }) => {
    const solver = await openHighs();
    const rows = [];
    for (const { name, network } of networksAt(WIDTH)) {
      if (validateNetwork(network).serves !== "associative") continue;
      /** @param {import("samebits/networks").PairIndexOptions} options @returns {Promise<Form>} */
      const found = async (options) => {
        const [begin, used] = [now(), process.cpuUsage()];
        const result = await synthesizePairIndex(network, solver, {
          ...options,
          mostQuestions: MOST_QUESTIONS,
        });
        const { user } = process.cpuUsage(used);
        const milliseconds = Math.round(Math.min(now() - begin, user / 1000));
        if (result.status !== "found") return { milliseconds };
        return {
          milliseconds,
          program: printPairIndex(result.program),
          phases: result.program.phases.length,
        };
      };
      const greedy = await found({ basis: SEED_BASIS, phases: "greedy" });
      const all = await found({ basis: SEED_BASIS });
      const extended =
        all.program === undefined ? await found({ basis: EXTENDED_BASIS }) : { milliseconds: 0 };
      const guards = guardForm(network, now);
      rows.push({ network: name, greedy, all, extended, guards });
      log(`${name}: ${[greedy, all, extended, guards].map(formText).join(" | ")}`);
    }
    return rows;
  },
  markdown: (rows) =>
    [
      `Milliseconds of a processor, from one example of ${WIDTH} wires; – where no program that makes scans at 32, 64 and 128 wires is found with ${MOST_QUESTIONS} questions to the solver.`,
      "",
      "| network | greedy, published language | all cuts | larger language | with guards |",
      "| --- | --- | --- | --- | --- |",
      ...rows.map(
        ({ network, greedy, all, extended, guards }) =>
          `| ${network} | ${formText(greedy)} | ${formText(all)} | ${all.program === undefined ? formText(extended) : ""} | ${formText(guards)} |`,
      ),
      "",
      ...rows.flatMap(({ network, all, extended, guards }) => [
        `<details><summary>${network}</summary>`,
        "",
        "```",
        (all.program ?? extended.program ?? "no pair-index form\n").trimEnd(),
        "```",
        "",
        "```",
        (guards.program ?? "none").trimEnd(),
        "```",
        "",
        "</details>",
        "",
      ]),
    ]
      .join("\n")
      .trimEnd(),
};

/** @param {import("samebits/networks").Network} network @param {() => number} now @returns {Form} */
function guardForm(network, now) {
  const [begin, used] = [now(), process.cpuUsage()];
  const result = synthesizeLeaf(network);
  const milliseconds = Math.round(Math.min(now() - begin, process.cpuUsage(used).user / 1000));
  if (result.kind !== "program") return { milliseconds };
  return { milliseconds, program: printProgram(result.program), phases: result.program.phases.length };
}

/** @param {Form} form */
function formText({ milliseconds, phases }) {
  return phases === undefined
    ? `– (${milliseconds})`
    : `${milliseconds} (${phases} ${phases === 1 ? "phase" : "phases"})`;
}
