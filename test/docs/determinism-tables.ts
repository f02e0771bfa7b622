import { DETERMINISM_LEVELS, type Determinism } from "../../src/contracts/levels.ts";
import { resolveContract } from "../../src/contracts/resolve.ts";
import { printExpression } from "../../src/expressions/print.ts";
import {
  type Answer,
  type Asked,
  askAll,
  contractOf,
  EXPRESSIONS,
  OBSERVATIONS,
  SUBJECTS,
  type Subject,
  withExecutors,
} from "./determinism-matrix.ts";
import { table } from "./table.ts";

const SPELLED: Readonly<Record<Determinism, string>> = {
  notGuaranteed: "not-guaranteed",
  runToRun: "run-to-run",
  everywhere: "everywhere",
};

/** The matrix of docs/determinism.md: what every executor answers to every question, rows with the same answers in one. */
export async function determinismMatrix(): Promise<string> {
  return withExecutors((executors) => {
    const names = executors.map(({ name }) => name);
    const asked = askAll(executors);
    const notes = new Notes();
    const free = rowsOf(
      asked.filter(({ expression }) => expression === undefined),
      notes,
    );
    const named = rowsOf(
      asked.filter(({ expression }) => expression !== undefined),
      notes,
    );
    return `${asked.length} combinations of level, expression, function, operator and type were asked of each executor; of \`webgpu\` of a device with no more than every one has.

### No expression named

${table([["level asked for", "function", "operator (types)", ...names], ...free.map(({ expressions: _, ...row }) => cellsOf(row))])}
### An expression named

${table([["level asked for", "expression", "function", "operator (types)", ...names], ...named.map(cellsOf)])}
${notes.text()}
### Never a contract

${table([["level asked for", "expression", "operator (types)", "error"], ...impossible()])}`;
  });
}

interface Row {
  readonly levels: string;
  readonly expressions?: string;
  readonly observations: string;
  readonly subjects: string;
  readonly answers: readonly string[];
}

function cellsOf({ levels, expressions, observations, subjects, answers }: Row): readonly string[] {
  return [levels, ...(expressions === undefined ? [] : [expressions]), observations, subjects, ...answers];
}

/** Refusals by number, each told once. */
class Notes {
  readonly #texts: string[] = [];

  numberOf(text: string): number {
    if (!this.#texts.includes(text)) this.#texts.push(text);
    return this.#texts.indexOf(text) + 1;
  }

  text(): string {
    return this.#texts.map((text, i) => `${i + 1}. Refused: ${text}.\n`).join("");
  }
}

interface Cell {
  readonly level: string;
  readonly expression: string;
  readonly observation: string;
  readonly subjects: string;
  readonly answers: readonly string[];
}

function rowsOf(asked: readonly Asked[], notes: Notes): readonly Required<Row>[] {
  const bySubject = [...groupsOf(asked, (each) => keyOf(each, notes)).values()].map((group): Cell => {
    const [{ level, observation, named }] = group;
    const all = asked.filter(
      (each) => each.level === level && each.observation === observation && each.named === named,
    );
    return {
      level: SPELLED[level],
      expression: `\`${named}\``,
      observation,
      subjects: subjectsText(subjectsOf(group), subjectsOf(all)),
      answers: answersOf(group[0], notes),
    };
  });
  const byObservation = merged(bySubject, "observation");
  const byExpression = merged(byObservation, "expression");
  return sorted(merged(byExpression, "level")).map(({ level, expression, observation, ...rest }) => ({
    levels: level,
    expressions: expression,
    observations:
      observation === "reduce, inclusive-scan, exclusive-scan"
        ? "any"
        : observation.replace("inclusive-scan, exclusive-scan", "scans"),
    ...rest,
  }));
}

function keyOf(asked: Asked, notes: Notes): string {
  return [asked.level, asked.observation, asked.named, ...answersOf(asked, notes)].join("\n");
}

function answersOf({ answers, named }: Asked, notes: Notes): readonly string[] {
  return answers.map((answer) => answerText(answer, named, notes));
}

function answerText(answer: Answer, named: string, notes: Notes): string {
  if (answer.kind === "refused") {
    const { reason, remedy } = answer.refusal;
    return `refused (${notes.numberOf(`${reason}; ${remedy}`)})`;
  }
  const level = SPELLED[answer.level];
  if (answer.expression === named) return level;
  const [kind, ...name] = answer.expression.split(":");
  if (kind !== "implementation-defined") return `${level} by \`${answer.expression}\``;
  return `**${level}** by ${name.join(":").replace(`:${named}`, ":E")}`;
}

/** By level; of each the rows in which something else than "everywhere" stands first, reduces first. */
function sorted(cells: readonly Cell[]): readonly Cell[] {
  const levels = Object.values(SPELLED);
  const isPlain = ({ answers }: Cell): boolean => answers.every((answer) => answer === SPELLED.everywhere);
  const rank = (cell: Cell): number =>
    4 * levels.indexOf(cell.level.split(",")[0]) +
    2 * Number(isPlain(cell)) +
    Number(!cell.observation.startsWith("reduce"));
  return [...cells].sort((left, right) => rank(left) - rank(right));
}

/** Rows that differ in nothing but one cell, in one row. */
function merged(cells: readonly Cell[], by: "observation" | "expression" | "level"): readonly Cell[] {
  const groups = groupsOf(cells, (cell) => JSON.stringify({ ...cell, [by]: "" }));
  return [...groups.values()].map((group) => ({
    ...group[0],
    [by]: group.map((cell) => cell[by]).join(", "),
  }));
}

function groupsOf<Each>(list: readonly Each[], keyed: (each: Each) => string): Map<string, Each[]> {
  const groups = new Map<string, Each[]>();
  for (const each of list) {
    const key = keyed(each);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [each]);
    else group.push(each);
  }
  return groups;
}

function subjectsOf(asked: readonly Asked[]): readonly Subject[] {
  return asked.map(({ subject }) => subject);
}

/** "add, multiply (f64, f32)", "all", "all but tree-hash (u64)". */
function subjectsText(subjects: readonly Subject[], all: readonly Subject[]): string {
  if (subjects.length === all.length) return "all";
  const others = all.filter((subject) => !subjects.includes(subject));
  if (subjects.every(isAssociative) && !others.some(isAssociative)) return "proved associative";
  if (others.every(isAssociative) && !subjects.some(isAssociative)) return "not proved associative";
  return others.length < subjects.length ? `all but ${listed(others)}` : listed(subjects);
}

function isAssociative({ options }: Subject): boolean {
  const contract = resolveContract(options, "reduce");
  if (contract.kind === "function") return false;
  if (contract.kind === "record") return contract.operator.isAssociative;
  return contract.operator.isAssociative(contract.accumulate);
}

function listed(subjects: readonly Subject[]): string {
  const types = groupsOf(subjects, ({ operator }) => operator);
  const byTypes = groupsOf([...types], ([, each]) => each.map(({ type }) => type).join(", "));
  return [...byTypes]
    .map(([typesText, group]) => `${group.map(([operator]) => operator).join(", ")} (${typesText})`)
    .join("; ");
}

/** Combinations without a contract, but for operators on types that they are not defined on. */
function impossible(): readonly (readonly string[])[] {
  const cells: Cell[] = [];
  for (const level of DETERMINISM_LEVELS) {
    for (const expression of EXPRESSIONS) {
      const groups = new Map<string, Subject[]>();
      for (const subject of SUBJECTS) {
        const error = contractOf({ level, observation: OBSERVATIONS[0], subject, expression });
        if (!(error instanceof Error) || error.expected.startsWith("an operator defined on")) continue;
        const text = `\`"${error.argument}"\` must be ${error.expected}`.replaceAll(
          `"${printExpression(expression)}"`,
          '"E"',
        );
        groups.set(text, [...(groups.get(text) ?? []), subject]);
      }
      for (const [text, subjects] of groups) {
        const isAll = subjects.length === definedSubjects(level === "notGuaranteed").length;
        cells.push({
          level: SPELLED[level],
          expression: `\`${printExpression(expression)}\``,
          observation: "",
          subjects: isAll ? "all" : listed(subjects),
          answers: [text],
        });
      }
    }
  }
  return merged(merged(cells, "expression"), "level").map(({ level, expression, subjects, answers }) => [
    level,
    expression,
    subjects,
    ...answers,
  ]);
}

function definedSubjects(isAny: boolean): readonly Subject[] {
  if (isAny) return SUBJECTS;
  return SUBJECTS.filter((subject) => {
    const question = {
      level: "everywhere",
      observation: OBSERVATIONS[0],
      subject,
      expression: undefined,
    } as const;
    return !(contractOf(question) instanceof Error);
  });
}
