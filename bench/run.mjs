#!/usr/bin/env node
// `npm run bench -- cpu`: everything below bench/ begins here. The clock of the date is read here and nowhere else.
import { parseArgs } from "node:util";

const USAGE = `npm run bench -- cpu [--quick] [--rounds N] [--node VERSION|PATH]… [--only TEXT] [--out FILE]
npm run bench -- sums [--quick] [--rounds N] [--node VERSION|PATH]… [--only TEXT] [--out FILE]
npm run bench -- algorithms [--quick] [--rounds N] [--only TEXT] [--out FILE]
npm run bench -- everyday [--quick] [--rounds N] [--only TEXT] [--out FILE]
npm run bench -- short [--quick] [--rounds N] [--only TEXT] [--out FILE]
npm run bench -- files [--quick] [--rounds N] [--only TEXT] [--out FILE]
npm run bench -- language [--quick] [--rounds N] [--only TEXT] [--out FILE]
npm run bench -- workers [--busy] [--rounds N] [--only TEXT] [--out FILE]
npm run bench -- webgpu [--quick] [--rounds N] [--only TEXT] [--cub PROGRAM] [--out FILE]
npm run bench -- cluster [--quick] [--rounds N] [--only TEXT] [--out FILE]
npm run bench -- site [--quick] [--rounds N] [--only TEXT] [--out FILE]
npm run bench -- builds --before CHECKOUT [--suite NAME]… [--quick] [--rounds N] [--only TEXT] [--out FILE]

  --quick     few cases, few rounds: shows that all works; nothing is written unless --out says where
  --rounds N  instead of what each group says
  --node      also on this Node: a path, or a version that npm has (installed into the temporary folder)
  --only      groups whose name contains TEXT, as "f64 library"; nothing is written unless --out says where
  --busy      with as many other processes at work as there are cores
  --before    a checkout with a built dist: the cases of ours of all benchmarks but webgpu, that build beside this one
  --suite     cpu, sums, algorithms, language or workers instead of all of them
  --cub       also bench/native/cub.cu, compiled, on the same lengths
  --out       the result file; default bench/results/MACHINE/DATE.json`;

/** @param {string} message @returns {never} */
function refuse(message) {
  console.error(`${message}\n\n${USAGE}`);
  process.exit(2);
}

/** @param {string | undefined} given */
function roundsFrom(given) {
  if (given === undefined) return undefined;
  if (!/^[1-9]\d*$/.test(given)) refuse(`"--rounds" must be a positive integer, got ${given}`);
  return Number(given);
}

function parsed() {
  try {
    return parseArgs({
      options: {
        quick: { type: "boolean", default: false },
        rounds: { type: "string" },
        node: { type: "string", multiple: true, default: [] },
        only: { type: "string" },
        out: { type: "string" },
        busy: { type: "boolean", default: false },
        cub: { type: "string" },
        before: { type: "string" },
        suite: { type: "string", multiple: true, default: [] },
        help: { type: "boolean", default: false },
      },
      allowPositionals: true,
    });
  } catch (problem) {
    return refuse(problem instanceof Error ? problem.message : String(problem));
  }
}

const BENCHMARKS = [
  "cpu",
  "sums",
  "algorithms",
  "everyday",
  "short",
  "files",
  "language",
  "workers",
  "webgpu",
  "cluster",
  "site",
  "builds",
];

const { values, positionals } = parsed();
if (values.help) {
  console.log(USAGE);
} else if (positionals.length !== 1 || !BENCHMARKS.includes(positionals[0])) {
  refuse(`the benchmark must be one of ${BENCHMARKS.join(", ")}, got ${positionals.join(" ") || "none"}`);
} else {
  const { quick, rounds, node, only, out, busy, cub, before, suite } = values;
  const options = { rounds: roundsFrom(rounds), only, out };
  const words = process.argv.slice(2).map((word) => (/\s/.test(word) ? `"${word}"` : word));
  const command = `npm run bench -- ${words.join(" ")}`;
  try {
    const setting = { ...options, command, now: () => new Date() };
    // Each is loaded by itself: a folder packed for a machine with a GPU holds that one alone.
    if (positionals[0] === "cpu") {
      const { runCpu } = await import("./cpu.mjs");
      await runCpu({ ...setting, isQuick: quick, nodes: node });
    } else if (positionals[0] === "sums") {
      const { runSums } = await import("./sums.mjs");
      await runSums({ ...setting, isQuick: quick, nodes: node });
    } else if (positionals[0] === "algorithms") {
      const { runAlgorithms } = await import("./algorithms.mjs");
      await runAlgorithms({ ...setting, isQuick: quick });
    } else if (positionals[0] === "everyday") {
      const { runEveryday } = await import("./everyday.mjs");
      await runEveryday({ ...setting, isQuick: quick });
    } else if (positionals[0] === "short") {
      const { runShort } = await import("./short.mjs");
      await runShort({ ...setting, isQuick: quick });
    } else if (positionals[0] === "files") {
      const { runFiles } = await import("./files.mjs");
      await runFiles({ ...setting, isQuick: quick });
    } else if (positionals[0] === "language") {
      const { runLanguage } = await import("./language.mjs");
      await runLanguage({ ...setting, isQuick: quick });
    } else if (positionals[0] === "cluster") {
      const { runCluster } = await import("./cluster.mjs");
      await runCluster({ ...setting, isQuick: quick });
    } else if (positionals[0] === "site") {
      const { runSite } = await import("./site.mjs");
      await runSite({ ...setting, isQuick: quick });
    } else if (positionals[0] === "workers") {
      const { runWorkers } = await import("./workers.mjs");
      await runWorkers({ ...setting, isBusy: busy });
    } else if (positionals[0] === "builds") {
      if (before === undefined) refuse('"builds" needs "--before CHECKOUT"');
      const { runBuilds } = await import("./builds.mjs");
      await runBuilds({ ...setting, before, suites: suite, isQuick: quick });
    } else {
      const { runWebGpu } = await import("./webgpu.mjs");
      await runWebGpu({ ...setting, isQuick: quick, cub });
    }
  } catch (problem) {
    console.error(problem instanceof Error ? problem.message : problem);
    process.exitCode = 1;
  }
}
