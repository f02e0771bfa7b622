// DIMACS: the text format that SAT solvers read and write.
import { checkText } from "../values/check-arguments.ts";
import { describeText } from "../values/describe.ts";
import { FormatError } from "../values/errors.ts";
import { type Cnf, checkCnf, MOST_VARIABLES } from "./sat.ts";

const FORMAT = "DIMACS";

/**
 * The formula of a DIMACS text. Comments and blank lines are read over, clauses may span lines.
 *
 * @throws FormatError naming the line of what is wrong
 */
export function parseDimacs(text: string): Cnf {
  let header: readonly [variableCount: number, clauseCount: number] | undefined;
  const clauses: number[][] = [];
  let clause: number[] = [];
  checkText("text", text)
    .split("\n")
    .forEach((line, index) => {
      if (/^(c\b.*|\s*)$/.test(line)) return;
      const place = `line ${index + 1}: `;
      if (header === undefined) {
        header = parseHeader(line, place);
        return;
      }
      for (const word of line.trim().split(/\s+/)) {
        const literal = parseLiteral(word, header[0], place);
        if (literal !== 0) clause.push(literal);
        else clauses.push(clause);
        if (literal === 0) clause = [];
      }
    });
  if (header === undefined) throw new FormatError(FORMAT, "a line p cnf VARIABLES CLAUSES", "none");
  if (clause.length > 0) throw new FormatError(FORMAT, "a 0 after the last clause", "none");
  const [variableCount, clauseCount] = header;
  if (clauses.length === clauseCount) return { variableCount, clauses };
  throw new FormatError(FORMAT, `${clauseCount} clauses, as its first line says`, String(clauses.length));
}

function parseHeader(line: string, place: string): readonly [number, number] {
  const found = /^p\s+cnf\s+(\d+)\s+(\d+)\s*$/.exec(line);
  if (found === null) {
    throw new FormatError(FORMAT, "p cnf VARIABLES CLAUSES before any clause", place + describeText(line));
  }
  const variableCount = Number(found[1]);
  if (variableCount <= MOST_VARIABLES) return [variableCount, Number(found[2])];
  throw new FormatError(FORMAT, `at most ${MOST_VARIABLES} variables`, place + describeText(found[1]));
}

function parseLiteral(word: string, variableCount: number, place: string): number {
  const literal = /^-?\d+$/.test(word) ? Number(word) : Number.NaN;
  if (Math.abs(literal) <= variableCount) return literal === 0 ? 0 : literal;
  throw new FormatError(FORMAT, `literals up to ${variableCount}`, place + describeText(word));
}

/** A formula in the DIMACS text format: a line `p cnf VARIABLES CLAUSES`, then a line for each clause, ended by 0. @throws InvalidArgumentError for what is not a formula */
export function printDimacs(formula: Cnf): string {
  const { variableCount, clauses } = checkCnf(formula);
  const lines = clauses.map((clause) => (clause.length === 0 ? "0" : `${clause.join(" ")} 0`));
  return `${[`p cnf ${variableCount} ${clauses.length}`, ...lines].join("\n")}\n`;
}
