// `reduce` and `scan` report alike, over elements or records: a value, its bits, the contract, and who computed it.

import {
  type Achieved,
  printContract,
  printExpression,
  printType,
  type RecordContract,
  type Scalar,
  type ScalarType,
  type StorageType,
  type TypedContract,
  toHex,
} from "../index.ts";
import { shapeOf } from "./input/records.ts";
import { spellDeterminism } from "./options/parse.ts";
import {
  columns as asColumns,
  type Fact,
  type Facts,
  fact,
  type JsonValue,
  jsonOnly,
  jsonScalar,
  nullsFact,
  printReport,
  printScalar,
  type Report,
  report,
  timeFact,
  words,
} from "./report.ts";

/** What `reduce` and `scan` have made of elements or records. */
export interface Combined {
  readonly contract: TypedContract | RecordContract;
  readonly achieved: Achieved;
  readonly algorithm?: string | undefined; // that was asked for, and ran
  readonly length: number; // elements or records read
  readonly result?: StorageType | undefined; // what a revealed sum is rounded to at last; default: not rounded
  readonly arithmetic?: string | undefined; // of a revealed sum by no plan: the contract names its tree alone
  readonly value: readonly Scalar[] | undefined; // by column, of a scan its last; of a scan of nothing there is none
  readonly written?: Written; // by a scan
  readonly position: number | undefined; // where a state was kept or given: elements or records so far
  readonly seconds: number;
  readonly bytes: number; // read and written
  readonly nullCount: number;
}

/** What a scan has written, and where. */
interface Written {
  readonly output: string;
  readonly hash: string | undefined; // undefined: not asked for
  readonly hashes?: readonly string[] | undefined; // of the columns of records
}

/** Value, bits and hashes, under what contract, by whom, and how fast. */
export function combinedReport(found: Combined, nullRule: string | undefined): Report {
  const { contract, achieved, length, written, position, seconds, bytes, nullCount } = found;
  const { value, bits, hashes, lines } =
    contract.kind === "record" ? recordFacts(contract, found) : elementFacts(contract, found);
  const isPlanned = found.arithmetic === undefined;
  const facts = {
    contract: isPlanned ? fact(printContract(contract)) : jsonOnly(undefined),
    tree: isPlanned ? jsonOnly(undefined) : fact(printExpression(contract.expression)),
    arithmetic: fact(found.arithmetic),
    ...achievedFacts(achieved, contract),
    algorithm: fact(found.algorithm),
    n: fact(
      length,
      `${length} ${typeof contract.type === "string" ? contract.type : printType(contract.type)}`,
    ),
    position: fact(position),
    value,
    bits,
    seconds: timeFact(seconds, bytes),
    output: fact(written?.output),
    hash: fact(written?.hash),
    hashes,
    nulls: nullsFact(nullCount, nullRule),
    ...lines,
  };
  const first = Object.keys(lines) as "value"[];
  return report(facts, () => [
    [
      ...first,
      "value",
      "bits",
      "hash",
      "contract",
      "tree",
      "arithmetic",
      "executor",
      "algorithm",
      "n",
      "position",
      "nulls",
      "seconds",
      "output",
    ],
  ]);
}

/** The value alone, for scripts: a number on a line, or a record as a line of JSON. */
export function valueLine({ contract, value }: Combined): string {
  if (value === undefined) return "none\n";
  if (contract.kind !== "record") return `${printScalar(value[0])}\n`;
  const { columns } = contract.operator;
  const leaves = value.map((scalar, i) => jsonLeaf(columns[i].type, scalar));
  return printReport({ json: shapeOf(contract.type, leaves) as JsonValue, text: () => "" }, { json: true });
}

/** Who served a call, at which level and by which trees. A person reads the expression only where it is not that of the contract. */
function achievedFacts(
  { executor, determinism, expression }: Achieved,
  contract: TypedContract | RecordContract,
): Facts<"executor" | "achieved" | "expression"> {
  const level = spellDeterminism(determinism);
  const by = expression === printExpression(contract.expression) ? "" : `, by ${expression}`;
  return {
    executor: fact(executor, `${executor} (${level}${by})`),
    achieved: fact(level),
    expression: fact(expression),
  };
}

interface ValueFacts {
  readonly value: Fact;
  readonly bits: Fact;
  readonly hashes: Fact;
  readonly lines: Facts; // what a person reads instead
}

function elementFacts({ accumulate }: TypedContract, { value, written, result }: Combined): ValueFacts {
  const label = written === undefined ? undefined : "last"; // as a reader of the file would look for it
  const nothing = { value: fact(null, "none", label), bits: fact(null) };
  const [scalar] = value ?? [];
  const shown =
    scalar === undefined
      ? nothing
      : {
          value: fact(jsonScalar(scalar), printScalar(scalar), label),
          bits: fact(toHex(result ?? accumulate, scalar)),
        };
  return { ...shown, hashes: fact(undefined), lines: {} };
}

/** The value in the shape of the type, bits and hashes by the paths of columns; for a person a line for each column. */
function recordFacts({ operator, type }: RecordContract, { value, written }: Combined): ValueFacts {
  const { columns } = operator;
  const names = columns.map(({ path }) => path.join("."));
  const byPath = (leaves: readonly JsonValue[] | undefined): JsonValue =>
    leaves === undefined ? null : Object.fromEntries(names.map((name, i) => [name, leaves[i]]));
  const bits = value?.map((scalar, i) => toHex(columns[i].type, scalar));
  const hashes = written?.hashes;
  const cells = columns.map((column, i) => {
    const last = value?.[i];
    const shown =
      last === undefined || bits === undefined ? ["none"] : [printLeaf(column.type, last), bits[i]];
    return hashes === undefined ? shown : [...shown, `hash ${hashes[i]}`];
  });
  const lines = asColumns(cells);
  const leaves = value?.map((scalar, i) => jsonLeaf(columns[i].type, scalar));
  return {
    value: jsonOnly(leaves === undefined ? null : (shapeOf(type, leaves) as JsonValue)),
    bits: jsonOnly(byPath(bits)),
    hashes: jsonOnly(hashes && byPath(hashes)),
    lines: Object.fromEntries(names.map((name, i) => [`column ${i}`, words(lines[i], name)])),
  };
}

function jsonLeaf(type: ScalarType, value: Scalar): JsonValue {
  return type === "bool" ? value !== 0 : jsonScalar(value);
}

function printLeaf(type: ScalarType, value: Scalar): string {
  return type === "bool" ? String(value !== 0) : printScalar(value);
}
