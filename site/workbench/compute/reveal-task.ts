// By which tree does a reader's function add? It runs in a worker of its own, made of its text: so that no page needs 'unsafe-eval', and a loop without end can be stopped.
import { InvalidArgumentError } from "samebits/javascript";
import { type Revealed, type RevealedTree, revealTree } from "samebits/reveal";
import type { Report } from "./tasks.ts";
import { type DrawnNode, MOST_DRAWN } from "./tree-of-sum.ts";

export interface RevealQuestion {
  readonly code: string; // of a function from a Float64Array to a number
  readonly length: number;
}

export interface RevealAnswer {
  readonly verdict: string; // a sentence
  readonly name: string | undefined; // of the rule
  readonly facts: readonly (readonly [name: string, fact: string])[];
  readonly tree: readonly DrawnNode[] | undefined;
}

/** Milliseconds that one call may take. */
const MOST_MILLISECONDS = 5_000;

/** @throws InvalidArgumentError for a text that is no function, and as `revealTree` does */
export async function answerReveal({ code, length }: RevealQuestion, report: Report): Promise<RevealAnswer> {
  if (!Number.isInteger(length) || length < 1 || length > MOST_DRAWN) {
    throw new InvalidArgumentError("n", `a whole number from 1 to ${MOST_DRAWN}`, String(length));
  }
  const answering = openAnswering(code);
  let callCount = 0;
  try {
    const revealed = await revealTree(
      (input) => {
        callCount++;
        if (callCount % 64 === 0)
          report({ fraction: Number.NaN, what: `${callCount} calls of the function` });
        return answering.ask(input);
      },
      { n: length },
    );
    return answerOf(revealed);
  } finally {
    answering.close();
  }
}

interface Answering {
  readonly ask: (input: Float64Array) => Promise<number>;
  readonly close: () => void;
}

/** A worker whose script is the reader's text. */
function openAnswering(code: string): Answering {
  const script = `const sum = (\n${code}\n);
if (typeof sum !== "function") throw new TypeError("the text must be a function");
onmessage = ({ data }) => {
  try { postMessage({ value: sum(data) }); } catch (error) { postMessage({ error: String(error) }); }
};`;
  const address = URL.createObjectURL(new Blob([script], { type: "text/javascript" }));
  const worker = new Worker(address, { type: "module" });
  let failure: Error | undefined;
  let reject: (error: Error) => void = () => {};
  worker.onerror = (event) => {
    event.preventDefault();
    const place = event.lineno > 1 ? ` in line ${event.lineno - 1}` : "";
    failure = notAFunction(`${event.message || "a text that does not parse"}${place}`);
    reject(failure);
  };
  const ask = (input: Float64Array): Promise<number> =>
    new Promise((resolve, refuse) => {
      if (failure !== undefined) return refuse(failure);
      const timer = setTimeout(() => {
        failure = notAFunction(`no answer within ${MOST_MILLISECONDS / 1000} s`);
        refuse(failure);
      }, MOST_MILLISECONDS);
      reject = (error) => {
        clearTimeout(timer);
        refuse(error);
      };
      worker.onmessage = ({ data }: MessageEvent<{ value?: number; error?: string }>) => {
        clearTimeout(timer);
        if (data.error === undefined) resolve(data.value as number);
        else refuse(notAFunction(data.error));
      };
      worker.postMessage(input);
    });
  return {
    ask,
    close: () => {
      worker.terminate();
      URL.revokeObjectURL(address);
    },
  };
}

function notAFunction(fact: string): InvalidArgumentError {
  return new InvalidArgumentError("function", "JavaScript: a function from a Float64Array to a number", fact);
}

function answerOf(revealed: Revealed): RevealAnswer {
  const calls: readonly [string, string] = ["calls", String(revealed.callCount)];
  switch (revealed.kind) {
    case "tree": {
      const { name, description, nearest, arithmetic, start, depth, otherNames } = revealed;
      const nearName = nearest === undefined ? "" : expressionText(nearest.expression);
      const facts: [string, string][] = [
        ["rule", description ?? `none that is known; nearest: ${nearName}`],
        ...(otherNames.length === 0
          ? []
          : [["at this length the same as", otherNames.join(", ")] as [string, string]]),
        ["depth", String(depth)],
        [
          "arithmetic",
          `${arithmetic.precision} binary digits${arithmetic.rounding === undefined ? "" : ", rounded toward zero"}, then ${arithmetic.result}`,
        ],
        ["begins with", start === "zero" ? "a zero, which is added first" : "the first element"],
        ...(nearest === undefined
          ? []
          : [
              [
                "first difference",
                `${nearest.firstDifference.here} here, ${nearest.firstDifference.there} there`,
              ] as [string, string],
            ]),
      ];
      const verdict = name === undefined ? "It adds by a tree of its own." : `It adds by ${name}.`;
      return { verdict, name, facts: [...facts, calls], tree: drawnShape(revealed.tree) };
    }
    case "orderFree":
      return without(`No order changes it: it gives the bits of ${revealed.name}.`, revealed.name, [calls]);
    case "compensated":
      return without(`A loop that keeps what roundings lose: ${revealed.name}.`, revealed.name, [calls]);
    case "wide":
      return without(`It keeps ${revealed.keptDigits} digits, more than its type has.`, undefined, [calls]);
    case "notDeterministic":
      return without("The same input gave different answers.", undefined, [calls]);
    case "notASum":
    case "unexplained":
      return without(
        revealed.kind === "notASum" ? "It is no sum." : "No arithmetic that is known gives its bits.",
        undefined,
        [["fact", revealed.fact], calls],
      );
    default:
      return revealed satisfies never;
  }
}

function expressionText(expression: { readonly kind: string }): string {
  const words = expression.kind.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
  const parameter = Object.entries(expression).find(([name]) => name !== "kind")?.[1];
  return parameter === undefined ? words : `${words}:${parameter}`;
}

function without(
  verdict: string,
  name: string | undefined,
  facts: readonly (readonly [string, string])[],
): RevealAnswer {
  return { verdict, name, facts, tree: undefined };
}

/** The shape of a tree of pairs, to draw it; undefined where hardware adds three and more at once. */
function drawnShape(root: RevealedTree): readonly DrawnNode[] | undefined {
  const nodes: DrawnNode[] = [];
  const unknown = { value: "", bits: "", ownError: undefined, inheritedError: undefined };
  const open: { readonly tree: RevealedTree; readonly isEntered: boolean }[] = [
    { tree: root, isEntered: false },
  ];
  const done: number[] = [];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const { tree, isEntered } = next;
    if (typeof tree === "number") {
      const leaf = { left: -1, right: -1, element: tree, level: 0, column: tree, covers: `x${tree}` };
      done.push(nodes.push({ ...leaf, mask: 1n << BigInt(tree + 1), ...unknown }) - 1);
    } else if ("parts" in tree) {
      return undefined;
    } else if (isEntered) {
      const [left, right] = done.splice(done.length - 2);
      const [one, other] = [nodes[left], nodes[right]];
      const level = 1 + Math.max(one.level, other.level);
      const column = (one.column + other.column) / 2;
      const mask = one.mask | other.mask;
      done.push(nodes.push({ left, right, element: -2, level, column, covers: "", mask, ...unknown }) - 1);
    } else {
      open.push(
        { tree, isEntered: true },
        { tree: tree.right, isEntered: false },
        { tree: tree.left, isEntered: false },
      );
    }
  }
  return nodes;
}
