import { join } from "node:path";
import { LANGUAGE_GROUPS, QUICK_LANGUAGE_GROUPS } from "./cases/language.mjs";
import { NESTED_CASES, QUICK_NESTED_CASES } from "./cases/nested-programs.mjs";
import { checkLanguage, openLanguage } from "./contenders/language.mjs";
import { describeMachine, load } from "./harness/machine.mjs";
import { commit, RESULTS, writeResult } from "./harness/result-file.mjs";
import { runNested } from "./harness/run-nested.mjs";
import { statistics } from "./harness/statistics.mjs";
import { languageTables, nestedTables } from "./language-tables.mjs";

/** @typedef {import("./cases/language.mjs").LanguageCase} LanguageCase */
/** @typedef {import("./cases/language.mjs").LanguageGroup} LanguageGroup */
/** @typedef {Awaited<ReturnType<typeof openLanguage>>} Opened */
/** @typedef {LanguageCase & { milliseconds: { median: number, min: number, spread: number }, rounds: number[] }} LanguageTime */
/** @typedef {{ group: string, first: LanguageTime, second: LanguageTime }} LanguageRow */
/** @typedef {Awaited<ReturnType<typeof measured>>} LanguageResult  what a result file holds */
/** @typedef {Omit<import("./cpu.mjs").CpuOptions, "nodes">} LanguageOptions */

/** Load average above which other work disturbs the times. */
const BUSY_LOAD = 0.5;

/** The group of nested programs beside what is written by hand: all of it, by itself, has a result file of its own. */
const NESTED = "nested";
const NESTED_ROUNDS = 9;

/** Times programs, writes the result file and prints its tables. @param {LanguageOptions} options */
export async function runLanguage(options) {
  const result = await measured(options);
  const isOfNested = options.only === NESTED;
  const isWhole = !options.isQuick && (options.only === undefined || isOfNested);
  const name = `${result.date.slice(0, 10)}-language${isOfNested ? `-${NESTED}` : ""}.json`;
  const file = options.out ?? (isWhole ? join(RESULTS, result.machine.name, name) : undefined);
  const tables = [
    ...(result.results.length > 0 ? [languageTables(result)] : []),
    ...(result.nested.length > 0 ? [nestedTables(result)] : []),
  ];
  console.log(`\n${tables.join("\n\n")}`);
  if (result.load.before[0] > BUSY_LOAD) {
    console.log(`The machine was busy (load ${result.load.before[0]}): do not believe these numbers.`);
  }
  if (file === undefined) return;
  writeResult(file, result);
  console.log(`\nWritten: ${file}. The documents' tables: node bench/language-tables.mjs`);
}

/** @param {LanguageOptions} options */
async function measured({ isQuick, rounds, only, command, now }) {
  const date = now().toISOString();
  const started = now().getTime();
  const loadBefore = load();
  const all = isQuick ? QUICK_LANGUAGE_GROUPS : LANGUAGE_GROUPS;
  const groups = all.filter(({ name }) => name.includes(only ?? ""));
  const cases = NESTED.includes(only ?? "") ? (isQuick ? QUICK_NESTED_CASES : NESTED_CASES) : [];
  if (groups.length === 0 && cases.length === 0) {
    throw new Error(`"--only" must be in the name of a group, got ${only}`);
  }
  const results = await timePairs(groups, rounds);
  const nested = cases.length === 0 ? [] : await runNested(cases, rounds ?? (isQuick ? 2 : NESTED_ROUNDS));
  return {
    ...{ suite: "language", isQuick, date, command, commit: commit() },
    seconds: Math.round((now().getTime() - started) / 1000),
    machine: describeMachine(),
    node: process.versions.node,
    load: { before: loadBefore, after: load() },
    units: "milliseconds of one call; spread: width of the middle half of the rounds / median",
    results,
    nested,
  };
}

/** @param {readonly LanguageGroup[]} groups @param {number | undefined} rounds */
async function timePairs(groups, rounds) {
  /** @type {LanguageRow[]} */
  const results = [];
  if (groups.length === 0) return results;
  const opened = await openLanguage();
  try {
    for (const group of groups) {
      console.log(`${group.name}: ${group.pairs.length} pairs`);
      for (const [first, second] of group.pairs) {
        const [one, other] = await timePair(opened, [first, second], rounds ?? group.rounds);
        results.push({ group: group.name, first: one, second: other });
      }
    }
  } finally {
    await opened.close();
  }
  return results;
}

/** Two cases in turns, every second round backwards. @param {Opened} opened @param {readonly [LanguageCase, LanguageCase]} pair @param {number} rounds @returns {Promise<readonly [LanguageTime, LanguageTime]>} */
async function timePair({ callOf }, [first, second], rounds) {
  const runs = [first, second].map((each) => ({
    case: each,
    call: callOf(each),
    times: /** @type {number[]} */ ([]),
  }));
  // The answers first, which warms everything up besides.
  for (const run of runs) checkLanguage(run.case, await run.call());
  for (let round = 0; round < rounds; round++) {
    for (const { call, times } of round % 2 === 0 ? runs : [...runs].reverse()) {
      const started = process.hrtime.bigint();
      await call();
      times.push(Number(process.hrtime.bigint() - started) / 1e6);
    }
  }
  const [one, other] = runs.map(({ case: each, times }) => {
    return { ...each, milliseconds: statistics(times), rounds: times.map((time) => Number(time.toFixed(4))) };
  });
  return [one, other];
}
