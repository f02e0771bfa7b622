// What callers give, checked before anything is read or started.

import { CONTRACT_OPTIONS } from "../contracts/resolve.ts";
import {
  checkFunction,
  checkInteger,
  checkList,
  checkMethods,
  checkSignal,
  checkText,
} from "../values/check-arguments.ts";
import { checkName, checkOptionNames } from "../values/check-name.ts";
import { describe } from "../values/describe.ts";
import { InvalidArgumentError } from "../values/errors.ts";
import { STORED_TYPES } from "../values/value-types.ts";
import { PART_FORMATS } from "./data/dataset.ts";
import type { DescribeOptions } from "./data/describe-dataset.ts";
import type { Engine } from "./engine.ts";
import { MOST_SPLITS } from "./groups/grouping.ts";
import type { GivenGroups, GivenSort, RunOptions } from "./run-request.ts";

/** A path, which no system takes empty or with a zero in it. @throws InvalidArgumentError */
export function checkPath(argument: string, given: unknown): string {
  const path = checkText(argument, given);
  if (path !== "" && !path.includes("\0")) return path;
  throw new InvalidArgumentError(argument, "a path", JSON.stringify(path));
}

/** Paths, or one. @throws InvalidArgumentError */
export function checkPaths(argument: string, given: unknown): readonly string[] {
  if (typeof given === "string") return [checkPath(argument, given)];
  return checkList(argument, given, "paths").map((each, i) => checkPath(`${argument}[${i}]`, each));
}

/** @throws InvalidArgumentError */
export function checkDescribeOptions(options: DescribeOptions): DescribeOptions {
  checkOptionNames(options, ["column", "type", "format", "nulls"]);
  const { column, type, format, nulls } = options;
  if (column !== undefined) {
    const names = checkList("column", column, "names").map((each, i) => checkText(`column[${i}]`, each));
    if (names.length === 0) throw new InvalidArgumentError("column", "a name at least", "none");
  }
  if (type !== undefined) checkName("type", STORED_TYPES, type);
  if (format !== undefined) checkName("format", PART_FORMATS, format);
  if (nulls !== undefined) checkName("nulls", ["zero", "nan"], nulls);
  return options;
}

const SETTINGS = ["columns", "groups", "sort", "pieceLength", "hashInput", "hashWhole"];

/** @throws InvalidArgumentError; what is in a contract is checked where it is made */
export function checkRunOptions(options: RunOptions): RunOptions {
  checkOptionNames(options, [...CONTRACT_OPTIONS, ...SETTINGS]);
  const { columns, groups, sort, hashInput, hashWhole } = options;
  if (groups !== undefined) checkGroups(groups);
  if (sort !== undefined) checkSort(sort);
  if (columns !== undefined) {
    for (const [i, each] of checkList("columns", columns, "names").entries())
      checkText(`columns[${i}]`, each);
  }
  for (const [name, value] of Object.entries({ hashInput, hashWhole })) {
    if (value !== undefined && typeof value !== "boolean") {
      throw new InvalidArgumentError(name, "true or false", describe(value));
    }
  }
  return options;
}

/** What it holds is checked against the dataset. */
function checkGroups(groups: GivenGroups): void {
  const { keys, indices, bins, splits } = (groups ?? {}) as Readonly<Record<string, unknown>>;
  if (keys !== undefined) {
    checkOptionNames(groups, ["keys", "splits"]);
    if (splits !== undefined) checkInteger("groups.splits", splits, 1, MOST_SPLITS);
    const names = checkList("groups.keys", keys, "names");
    if (names.length === 0) throw new InvalidArgumentError("groups.keys", "a name at least", "none");
    for (const [i, each] of names.entries()) checkText(`groups.keys[${i}]`, each);
  } else if (indices !== undefined) {
    checkOptionNames(groups, ["indices", "binCount"]);
    checkText("groups.indices", indices);
  } else if (typeof bins === "object" && bins !== null) checkOptionNames(groups, ["bins"]);
  else {
    throw new InvalidArgumentError("groups", "{ keys }, { indices, binCount } or { bins }", describe(groups));
  }
}

/** Columns are checked against the dataset. */
function checkSort(sort: GivenSort): void {
  checkOptionNames(sort, ["by", "descending"]);
  const { by, descending } = sort;
  const names = by && checkList("sort.by", by, "names");
  for (const [i, each] of (names ?? []).entries()) checkText(`sort.by[${i}]`, each);
  if (descending === undefined || typeof descending === "boolean") return;
  const flags = checkList("sort.descending", descending, "true or false, one for each name in sort.by");
  if (flags.length === names?.length && flags.every((flag) => typeof flag === "boolean")) return;
  throw new InvalidArgumentError(
    "sort.descending",
    "true or false, or one for each name in sort.by",
    describe(flags),
  );
}

/** @throws InvalidArgumentError */
export function checkShare(argument: string, given: unknown, least = 0): number {
  if (typeof given === "number" && given >= least && given <= 1) return given;
  throw new InvalidArgumentError(argument, `a share from ${least} to 1`, describe(given));
}

/** An engine of somebody's. @throws InvalidArgumentError */
export function checkEngine(given: Engine): Engine {
  return checkMethods("engine", given, ["run", "stop"], "an engine, or its name");
}

/** @throws InvalidArgumentError */
export function checkCallbacks(given: Readonly<Record<string, unknown>>, signal: unknown): void {
  for (const [name, value] of Object.entries(given)) if (value !== undefined) checkFunction(name, value);
  checkSignal(signal);
}
