import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import ts from "typescript";

export const REPOSITORY = fileURLToPath(new URL("../..", import.meta.url));

/** A fenced block of a document, or an example of a doc comment. */
export interface Block {
  readonly file: string; // below the repository
  readonly line: number; // of its first line of code
  readonly language: string;
  readonly text: string;
}

/** Every fenced block of a Markdown text. */
export function fencedBlocks(file: string, text: string): readonly Block[] {
  const blocks: Block[] = [];
  const lines = text.split("\n");
  let open: { readonly language: string; readonly line: number } | undefined;
  lines.forEach((line, i) => {
    if (!line.startsWith("```")) return;
    if (open === undefined) open = { language: line.slice(3).trim(), line: i + 2 };
    else {
      blocks.push({ file, ...open, text: lines.slice(open.line - 1, i).join("\n") });
      open = undefined;
    }
  });
  if (open !== undefined)
    throw new SyntaxError(`${file}:${open.line - 1}: a fence is opened and never closed`);
  return blocks;
}

/** The blocks of all documents at the top and under docs/. */
export function documentBlocks(): readonly Block[] {
  const top = readdirSync(REPOSITORY).filter((name) => name.endsWith(".md"));
  const docs = readdirSync(join(REPOSITORY, "docs"), { recursive: true, encoding: "utf8" })
    .filter((path) => path.endsWith(".md") && !path.startsWith("api"))
    .map((path) => join("docs", path));
  return [...top, ...docs.sort()].flatMap((file) =>
    fencedBlocks(file, readFileSync(join(REPOSITORY, file), "utf8")),
  );
}

/** The `@example` blocks of all doc comments under src/. */
export function docCommentBlocks(): readonly Block[] {
  const sources = readdirSync(join(REPOSITORY, "src"), { recursive: true, encoding: "utf8" })
    .filter((path) => path.endsWith(".ts") && !path.endsWith(".test.ts"))
    .map((path) => join("src", path));
  return sources.sort().flatMap((file) => examplesOf(file, readFileSync(join(REPOSITORY, file), "utf8")));
}

function examplesOf(file: string, text: string): readonly Block[] {
  const comments = text.matchAll(/\/\*\*.*?\*\//gs);
  return [...comments].flatMap((comment) => {
    const [, ...examples] = comment[0].split("@example");
    let offset = comment.index + comment[0].indexOf("@example");
    return examples.map((example) => {
      const line = text.slice(0, offset).split("\n").length;
      offset += "@example".length + example.length;
      return { file, line, language: "ts", text: codeOf(example) };
    });
  });
}

/** The code of an `@example`, without the comment's stars, its fence and the tags after it. */
function codeOf(example: string): string {
  const plain = example.replace(/\*\/$/, "").replace(/^[ \t]*\* ?/gm, "");
  const fence = /```\w*\n(.*?)```/s.exec(plain);
  return fence === null ? plain.split(/^@/m)[0].trim() : fence[1];
}

/** The block with the main door's exports in scope, where it imports nothing itself. */
export function withDoor(text: string, names: readonly string[]): string {
  const parsed = ts.createSourceFile("example.ts", text, ts.ScriptTarget.Latest, true);
  if (parsed.statements.some(ts.isImportDeclaration)) return text;
  const used = names.filter((name) => new RegExp(`\\b${name}\\b`).test(text));
  return used.length === 0 ? text : `import { ${used.join(", ")} } from "samebits"; ${text}`;
}
