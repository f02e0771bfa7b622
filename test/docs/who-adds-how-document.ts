// The page of the gallery, and its pictures, from what `npm run gallery` has found.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { decodeTree, drawTreeSvg, type RevealedTree } from "samebits/reveal";
import { between } from "./between.ts";
import { REPOSITORY } from "./blocks.ts";
import { table } from "./table.ts";

/** What is known of a sum at one length. */
interface At {
  readonly kind: string;
  readonly name?: string;
  readonly description?: string;
  readonly nearest?: string;
  readonly answer?: string;
  readonly depth?: number;
  readonly arithmetic?: { readonly precision: number; readonly rounding?: string };
  readonly subnormals?: string;
  readonly tree?: string | undefined; // its number
}

interface Row {
  readonly family: string;
  readonly call: string;
  readonly version: string;
  readonly type: "f64" | "f32";
  readonly at: Readonly<Record<string, At>>;
  readonly repeated: { readonly n: number; readonly asked: number; readonly different: number };
  readonly scan?: { readonly call: string; readonly name?: string; readonly differing: number };
}

/** What one machine said. */
interface Gallery {
  readonly date: string;
  readonly machine: {
    readonly cpu: string;
    readonly cores: number;
    readonly system: string;
    readonly gpu?: string;
  };
  readonly lengths: { readonly drawn: readonly [number, number]; readonly named: number };
  readonly found: readonly Row[];
  readonly absent: readonly { readonly family: string; readonly call: string; readonly reason: string }[];
  readonly trees: Readonly<Record<string, string>>;
}

const RESULTS = ["who-adds-how.json", "who-adds-how-gpu.json"].map((file) =>
  join(REPOSITORY, "bench/results", file),
);
const GALLERIES: readonly Gallery[] = RESULTS.map((file) => JSON.parse(readFileSync(file, "utf8")));
const [{ lengths }] = GALLERIES;
const [SHORT, LONG] = lengths.drawn;

/** The trees of all machines, each once, as lists within lists. */
const TREES: readonly string[] = [...new Set(GALLERIES.flatMap(({ trees }) => Object.values(trees)))];

const keyOf = ({ family, call }: Pick<Row, "family" | "call">): string => `${family}: ${call}`;

/** All rows, each once, with the number of its trees among those of all machines. */
const FOUND: readonly Row[] = foundOf();

function foundOf(): readonly Row[] {
  const rows = new Map<string, Row>();
  for (const { found, trees } of GALLERIES) {
    for (const row of found) {
      const at = Object.entries(row.at).map(([n, each]) => {
        const tree = each.tree && String(1 + TREES.indexOf(trees[each.tree]));
        return [n, { ...each, tree }] as const;
      });
      if (!rows.has(keyOf(row))) rows.set(keyOf(row), { ...row, at: Object.fromEntries(at) });
    }
  }
  return [...rows.values()];
}

const FIGURES = "figures/who-adds-how";

/** The same pair of trees, whoever has it. */
interface Way {
  readonly number: number;
  readonly rows: readonly Row[];
}

const WAYS: readonly Way[] = waysOf();

function waysOf(): readonly Way[] {
  const byTrees = new Map<string, Row[]>();
  for (const row of FOUND) {
    if (row.at[LONG].tree === undefined || row.at[SHORT].tree === undefined) continue;
    const key = `${row.at[SHORT].tree} ${row.at[LONG].tree}`;
    byTrees.set(key, [...(byTrees.get(key) ?? []), row]);
  }
  const most = [...byTrees.values()].sort((one, other) => other.length - one.length);
  return most.map((rows, index) => ({ number: index + 1, rows }));
}

/** docs/notes/who-adds-how.md, of which a writer has the beginning. */
export function whoAddsHowDocument(present: string): string {
  return between(
    present,
    "who-adds-how",
    [whereText(), overview(), ...WAYS.map(wayText), absences()].join("\n"),
  );
}

function whereText(): string {
  const [here, ...others] = GALLERIES.map(({ date, machine, found }) => {
    const { cores, cpu, system, gpu } = machine;
    const families = [...new Set(found.map(({ family }) => family))].join("; ");
    return {
      families,
      where: `${date}, on ${cores} cores of ${cpu}${gpu === undefined ? "" : ` and one ${gpu}`}, ${system}`,
    };
  });
  const elsewhere = others.map(({ families, where }) => ` ${families}: on ${where}.`);
  return `Asked on ${here.where}.${elsewhere.join("")}\n`;
}

function overview(): string {
  const headings = [
    "who",
    "call",
    `tree of ${LONG}`,
    "depth",
    "error at most",
    "always the same",
    "its scan",
  ];
  const rows = FOUND.map((row) => {
    const at = row.at[LONG];
    return [
      `${row.family} ${row.version}`,
      `\`${row.call}\`${row.type === "f64" ? "" : ` of ${row.type}`}`,
      treeCell(row, at),
      at.depth === undefined ? "" : String(at.depth),
      boundText(row.type, at),
      row.repeated.different === 1 ? "yes" : `no: ${row.repeated.different} answers`,
      scanText(row),
    ].map((cell) => cell.replaceAll("|", "\\|"));
  });
  return `## Everybody\n\n${table([headings, ...rows])}`;
}

function treeCell(row: Row, at: At): string {
  const way = WAYS.find(({ rows }) => rows.includes(row));
  if (way === undefined) return at.kind === "tree" ? `\`${at.name}\`` : answerText(at);
  return `[${at.name === undefined ? `no name, near \`${at.nearest}\`` : `\`${at.name}\``}](#tree-${way.number})`;
}

function answerText(at: At): string {
  if (at.kind === "orderFree" || at.kind === "compensated") return `no tree: ${at.name}`;
  return at.answer ?? at.kind;
}

/** Units of the last place that a sum of the type's precision may be off, in parts of the sum of magnitudes. */
function boundText(type: Row["type"], { kind, depth, arithmetic }: At): string {
  if (kind === "orderFree") return "u";
  if (kind === "compensated") return "2u";
  if (depth === undefined || arithmetic === undefined) return "";
  const own = type === "f64" ? 53 : 24;
  const each = 2 ** (own - arithmetic.precision) * (arithmetic.rounding === undefined ? 1 : 2);
  if (arithmetic.precision <= own) return `${depth * each}u`;
  return `${Number((1 + depth * each).toPrecision(3))}u`;
}

function scanText({ scan }: Row): string {
  if (scan === undefined) return "";
  const agrees = scan.differing === 0 ? "the same bits" : `${scan.differing} of ${LONG} prefixes differ`;
  return `\`${scan.call}\`${scan.name === undefined ? "" : `, ${scan.name}`}: ${agrees}`;
}

function wayText({ number, rows }: Way): string {
  const [row] = rows;
  const { name, description, nearest } = row.at[LONG];
  const later = [...new Set(rows.flatMap(({ at }) => nameText(at[lengths.named]) ?? []))];
  const said =
    name === undefined
      ? `A tree without a name; of ours \`${nearest}\` is nearest.`
      : `\`${name}\`${description === undefined || description === name ? "" : `: ${description}`}.`;
  const pictures = [SHORT, LONG].map((n) => {
    const file = figureOf(row.at[n], n);
    return `<img src="../${FIGURES}/${file}" alt="${n} elements: ${row.at[n].name ?? "a tree without a name"}" width="${n === SHORT ? 280 : 520}">`;
  });
  const owners = rows.map(({ family, call }) => `${family} \`${call}\``).join(", ");
  return `### Tree ${number}

${said}
Of ${owners}. At ${lengths.named.toLocaleString("en")} elements: ${later.join("; ")}.

${pictures.join("\n")}
`;
}

/** The name at a length that may not have been asked. */
function nameText(at: At | undefined): string | undefined {
  if (at === undefined) return undefined;
  if (at.kind !== "tree") return answerText(at);
  return at.name === undefined ? `no name, near \`${at.nearest}\`` : `\`${at.name}\``;
}

function absences(): string {
  const found = new Set(FOUND.map(keyOf));
  const absent = GALLERIES.flatMap((each) => each.absent).filter((row) => !found.has(keyOf(row)));
  if (absent.length === 0) return "";
  const rows = absent.map(({ family, call, reason }) => [family, `\`${call}\``, reason]);
  return `## Not asked\n\n${table([["who", "call", "why"], ...rows])}`;
}

function figureOf({ name, tree }: At, n: number): string {
  const words = name ?? `unnamed-${tree}`;
  return `${words.replace(/[^a-z0-9]+/gi, "-").replace(/-$/, "")}-${n}.svg`;
}

/** The pictures, by file. */
export const WHO_ADDS_HOW_FIGURES: readonly { readonly file: string; readonly make: () => string }[] = [
  ...new Map(
    WAYS.flatMap(({ rows: [row] }) =>
      [SHORT, LONG].map((n) => [figureOf(row.at[n], n), { at: row.at[n], n }] as const),
    ),
  ),
].map(([name, { at, n }]) => ({
  file: `docs/${FIGURES}/${name}`,
  make: () =>
    drawTreeSvg(treeOf(at, n), { title: `${at.name ?? "no name"}: ${n} elements, depth ${at.depth}` }),
}));

function treeOf({ tree }: At, n: number): RevealedTree {
  const lists = TREES[Number(tree) - 1];
  // A picture shows no arithmetic: any will do.
  const facts = '"type":"f64","start":"none","arithmetic":{"precision":53,"result":"f64"}';
  const text = `{"format":"samebits revealed tree","version":1,"n":${n},${facts},"tree":${lists}}`;
  return decodeTree(text, { source: RESULTS.join() }).tree;
}
