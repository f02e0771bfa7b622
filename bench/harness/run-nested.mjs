import { checkNested, openNested } from "../contenders/nested/nested.mjs";
import { statistics } from "./statistics.mjs";

/** @typedef {import("../cases/nested-programs.mjs").NestedCase} NestedCase */
/** @typedef {{ milliseconds: { median: number, min: number, spread: number }, rounds: number[] }} NestedTime */
/** @typedef {Omit<NestedCase, "program"> & { name: string, times: { nested: NestedTime, byHand?: NestedTime | undefined, loop: NestedTime } }} NestedRow */

const CONTENDERS = /** @type {const} */ (["nested", "byHand", "loop"]);

/** Times nested programs beside their peers; those whose executor is not here are left out. @param {readonly NestedCase[]} cases @param {number} rounds @returns {Promise<NestedRow[]>} */
export async function runNested(cases, rounds) {
  const opened = await openNested(cases.map(({ executor }) => executor));
  /** @type {NestedRow[]} */
  const rows = [];
  try {
    for (const each of cases) {
      if (!opened.has(each.executor)) continue;
      console.log(`${each.program.name} on ${each.executor}`);
      const { program, ...rest } = each;
      rows.push({ ...rest, name: program.name, times: await timed(each, opened.callsOf(each), rounds) });
    }
  } finally {
    await opened.close();
  }
  return rows;
}

/** Contenders in turns, every second round backwards. @param {NestedCase} each @param {import("../contenders/nested/nested.mjs").NestedCalls} calls @param {number} rounds */
async function timed(each, calls, rounds) {
  // The answers first, which warms everything up besides.
  checkNested(each, { nested: await calls.nested(), byHand: await calls.byHand?.(), loop: calls.loop() });
  const runs = CONTENDERS.flatMap((name) => {
    const call = calls[name];
    return call === undefined ? [] : [{ name, call, times: /** @type {number[]} */ ([]) }];
  });
  for (let round = -1; round < rounds; round++) {
    for (const { call, times } of round % 2 === 0 ? runs : [...runs].reverse()) {
      const started = process.hrtime.bigint();
      await call();
      // The round before the first has compiled what is compiled late.
      if (round >= 0) times.push(Number(process.hrtime.bigint() - started) / 1e6);
    }
  }
  const timeOf = (/** @type {typeof CONTENDERS[number]} */ name) => {
    const times = runs.find((run) => run.name === name)?.times;
    if (times === undefined) return undefined;
    return { milliseconds: statistics(times), rounds: times.map((time) => Number(time.toFixed(4))) };
  };
  const [nested, byHand, loop] = CONTENDERS.map(timeOf);
  if (nested === undefined || loop === undefined) throw new Error("a program has no loop");
  return { nested, byHand, loop };
}
