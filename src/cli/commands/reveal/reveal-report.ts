// What a person and a program read of a revealed sum or scan.
import { printExpression } from "../../../index.ts";
import {
  drawTreeText,
  type Revealed,
  type RevealedCombines,
  type RevealedReduce,
  type RevealedScan,
  type RevealedSum,
  type TreeFacts,
} from "../../../reveal.ts";
import {
  asJson,
  type Fact,
  type Facts,
  fact,
  type JsonValue,
  jsonOnly,
  type Report,
  report,
} from "../../report.ts";

interface Written {
  readonly output: string | undefined;
  readonly save: string | undefined;
}

const NO_TREE: Readonly<Record<Exclude<Revealed["kind"], "tree">, (revealed: never) => string>> = {
  orderFree: ({ name }: { readonly name: string }) => `no tree: the sum is ${name}, which no order changes`,
  compensated: ({ name }: { readonly name: string }) => `no tree: compensated, as ${capital(name)} does it`,
  wide: ({ keptDigits, isWhole }: { readonly keptDigits: number; readonly isWhole: boolean }) =>
    isWhole
      ? "no tree: nothing is lost over the whole range of the type"
      : `no tree: a wide accumulator, which keeps 1 beside 2^${keptDigits}`,
  notDeterministic: ({
    askedCount,
    differentCount,
  }: {
    readonly askedCount: number;
    readonly differentCount: number;
  }) =>
    `not deterministic: ${differentCount} of ${askedCount} answers to one input differ from the most common`,
  notASum: ({ fact: said }: { readonly fact: string }) => `not a sum: ${said}`,
  unexplained: ({ fact: said }: { readonly fact: string }) => `no explanation: ${said}`,
};

function capital(name: string): string {
  return name.charAt(0).toUpperCase() + name.slice(1);
}

/** Characters of a bracket that a person reads: longer ones are drawn alone. */
const SHOWN_BRACKET = 160;

/** What JSON has always, and a person where there is something to say. */
function told(value: JsonValue | undefined, text: string | undefined, label?: string): Fact {
  return text === undefined ? jsonOnly(value) : fact(value, text, label);
}

/** The bracket, where a person can read it. */
function shownBracket(bracket: string): Fact {
  return told(bracket, bracket.length <= SHOWN_BRACKET ? bracket : undefined);
}

/** All facts, and the drawing of a tree below them. */
function withDrawing<Name extends string>(
  facts: Facts<Name>,
  { tree }: RevealedSum | RevealedCombines,
): Report {
  return report(facts, () => [Object.keys(facts) as Name[], "", drawTreeText(tree).trimEnd()]);
}

export function revealedReport(revealed: Revealed, { output, save }: Written): Report {
  const { kind, n, type, callCount } = revealed;
  const about = {
    kind: jsonOnly(kind),
    n: fact(n, `${n} elements of ${type}`, "elements"),
    type: jsonOnly(type),
    calls: fact(callCount),
  };
  const files = { output: fact(output), save: fact(save, save, "saved") };
  if (revealed.kind !== "tree") {
    const { kind: _, n: __, type: ___, callCount: ____, ...rest } = revealed;
    const said = (NO_TREE[revealed.kind] as (revealed: Revealed) => string)(revealed);
    return report({ answer: fact(said), ...about, found: jsonOnly(asJson(rest)), ...files });
  }
  const { depth, fusedCount, arithmetic, bracket } = revealed;
  const facts = {
    ...nameFacts(revealed),
    ...about,
    depth: fact(depth),
    fusedCount: told(
      fusedCount,
      fusedCount === 0 ? undefined : `${fusedCount} nodes of three operands and more`,
      "fused",
    ),
    arithmetic: fact(
      asJson(arithmetic),
      `${arithmetic.precision} binary digits${arithmetic.rounding === undefined ? "" : ", rounded toward zero"}, then ${arithmetic.result}`,
    ),
    start: told(revealed.start, revealed.start === "zero" ? "0 is added first" : undefined),
    subnormals: told(revealed.subnormals, revealed.subnormals === "kept" ? undefined : revealed.subnormals),
    bracket: shownBracket(bracket),
    ...files,
  };
  return withDrawing(facts, revealed);
}

/** What a tree is called, and what it is like. */
function nameFacts({
  name,
  otherNames,
  description,
  nearest,
}: Pick<TreeFacts, "name" | "otherNames" | "description" | "nearest">) {
  const others = otherNames.length === 0 ? "" : `, at this length also ${otherNames.join(", ")}`;
  return {
    name: fact(name, `${name ?? "none"}${others}`, "tree"),
    otherNames: jsonOnly(otherNames),
    description: told(description, description === name ? undefined : description, "that is"),
    nearest: told(
      nearest && asJson({ ...nearest, expression: printExpression(nearest.expression) }),
      nearest && nearestText(nearest),
      "nearest",
    ),
  };
}

function nearestText(nearest: NonNullable<Extract<Revealed, { readonly kind: "tree" }>["nearest"]>): string {
  const { expression, sharedCount, nodeCount, firstDifference } = nearest;
  const name = printExpression(expression);
  return `${name}, ${sharedCount} of ${nodeCount} partial sums; first other: ${firstDifference.here}, where ${name} has ${firstDifference.there}`;
}

/** Of a reduce by treeHash. */
export function reduceReport(revealed: RevealedReduce, { output, save }: Written): Report {
  const { kind, n, callCount } = revealed;
  const about = {
    kind: jsonOnly(kind),
    n: fact(n, `${n} elements of u64`, "elements"),
    calls: fact(callCount),
  };
  if (revealed.kind !== "tree") {
    const { kind: _, n: __, callCount: ___, ...rest } = revealed;
    const said = (NO_TREE[revealed.kind] as (revealed: RevealedReduce) => string)(revealed);
    return report({ answer: fact(said), ...about, found: jsonOnly(asJson(rest)) });
  }
  const { depth, bracket, initial, swappedCount } = revealed;
  const facts = {
    ...nameFacts(revealed),
    ...about,
    depth: fact(depth),
    initial: told(initial, initial === "none" ? undefined : `0, ${INITIAL[initial]}; drawn as x${n}`),
    swapped: told(
      swappedCount,
      swappedCount === 0 ? undefined : `${swappedCount} combines have the later operand on the left`,
    ),
    bracket: shownBracket(bracket),
    output: fact(output),
    save: fact(save, save, "saved"),
  };
  return withDrawing(facts, revealed);
}

const INITIAL = {
  outside: "combined with all the rest",
  first: "as the first element",
  within: "combined with some elements",
} as const;

export function scanReport(scan: RevealedScan, { output, save }: Written): Report {
  const { n, type, name, callCount, prefixes } = scan;
  const last = prefixes[n - 1];
  const names = prefixes.map((prefix) =>
    prefix.kind === "tree" ? (prefix.name ?? "a tree without a name") : prefix.kind,
  );
  const odd = prefixes.filter((prefix) => prefix.kind !== "tree").length;
  const facts = {
    kind: jsonOnly("scan"),
    name: fact(name, name ?? `no one expression: prefix ${n - 1} is ${names[n - 1]}`, "prefixes"),
    n: fact(n, `${n} elements of ${type}`, "elements"),
    type: jsonOnly(type),
    calls: fact(callCount),
    notTrees: told(odd, odd === 0 ? undefined : `${odd} prefixes`, "no trees"),
    prefixes: jsonOnly(names),
    bracket: last.kind === "tree" ? shownBracket(last.bracket) : jsonOnly(undefined),
    output: fact(output),
    save: fact(save, save, "saved"),
  };
  return last.kind === "tree" ? withDrawing(facts, last) : report(facts);
}
