import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { inspect } from "node:util";
import ts from "typescript";

/**
 * Documentation that is run: a line `statement; // → text` claims that the statement's value, the constant it declares, or what it
 * logs, shows as `text`; `// throws Name: message` claims an error. Every other line just runs.
 */
interface Claim {
  readonly line: number; // within the block, from 1
  readonly expected: string;
  actual: string;
}

const CLAIM = /^\/\/ (→|throws) (.+)$/;
const SCRATCH = fileURLToPath(new URL("./.scratch/", import.meta.url));

/** Runs one block of TypeScript; its claims, each with what really came. */
export async function runBlock(source: string): Promise<readonly Claim[]> {
  const claims: Claim[] = [];
  const instrumented = instrument(source, claims);
  Object.assign(globalThis, {
    __observe: (index: number, ...values: readonly unknown[]) => {
      claims[index].actual = values.map(show).join(" ");
      return values[0];
    },
    __catch: (index: number, run: () => unknown) => {
      try {
        claims[index].actual = `no error but ${show(run())}`;
      } catch (error) {
        claims[index].actual = String(error);
      }
    },
  });
  mkdirSync(SCRATCH, { recursive: true });
  const folder = mkdtempSync(join(SCRATCH, "block-"));
  try {
    const path = join(folder, "block.ts");
    writeFileSync(path, `export {};\n${instrumented}`);
    await import(/* @vite-ignore */ path);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  return claims;
}

/** How documents show a value: as Node prints it, on one line. */
export function show(value: unknown): string {
  if (typeof value === "string") return value;
  return inspect(value, { breakLength: Number.POSITIVE_INFINITY, compact: true, maxArrayLength: 100 });
}

/** The block with each claiming statement wrapped in an observer. */
function instrument(source: string, claims: Claim[]): string {
  const parsed = ts.createSourceFile("block.ts", source, ts.ScriptTarget.Latest, true);
  const edits: { readonly start: number; readonly end: number; readonly text: string }[] = [];
  const visit = (node: ts.Node): void => {
    const claim = ts.isStatement(node) ? claimAfter(source, parsed, node) : undefined;
    if (claim !== undefined && ts.isStatement(node)) {
      const index = claims.push(claim.claim) - 1;
      edits.push({
        start: node.getStart(parsed),
        end: node.end,
        text: observed(node, parsed, index, claim.isThrow),
      });
      return;
    }
    ts.forEachChild(node, visit);
  };
  visit(parsed);
  return edits.reduceRight(
    (text, { start, end, text: by }) => text.slice(0, start) + by + text.slice(end),
    source,
  );
}

function claimAfter(
  source: string,
  parsed: ts.SourceFile,
  statement: ts.Statement,
): { readonly claim: Claim; readonly isThrow: boolean } | undefined {
  const [comment] = ts.getTrailingCommentRanges(source, statement.end) ?? [];
  const match = comment === undefined ? null : CLAIM.exec(source.slice(comment.pos, comment.end).trim());
  if (match === null) return undefined;
  const line = parsed.getLineAndCharacterOfPosition(statement.end).line + 1;
  return { claim: { line, expected: match[2], actual: "nothing" }, isThrow: match[1] === "throws" };
}

function observed(statement: ts.Statement, parsed: ts.SourceFile, index: number, isThrow: boolean): string {
  const text = statement.getText(parsed);
  if (ts.isVariableStatement(statement)) {
    const [declaration] = statement.declarationList.declarations;
    return `${text} __observe(${index}, ${declaration.name.getText(parsed)});`;
  }
  if (!ts.isExpressionStatement(statement)) throw new TypeError(`a claim needs a value: ${text}`);
  const { expression } = statement;
  const value = expression.getText(parsed);
  if (isThrow) return `__catch(${index}, () => ${value});`;
  const isLog = ts.isCallExpression(expression) && expression.expression.getText(parsed) === "console.log";
  if (isLog)
    return `__observe(${index}, ${expression.arguments.map((each) => each.getText(parsed)).join(", ")});`;
  return `__observe(${index}, ${value});`;
}
