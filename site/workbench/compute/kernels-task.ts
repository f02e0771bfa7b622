// What an operator becomes: types and steps by place of its text, and the same steps in the kernels that are made of it.
import { emitWgsl, networkModule, parseNetwork } from "samebits/networks";
import { explainOperator, leafNames, type NameOfLeaf, type OperatorExplanation } from "samebits/operators";
import { faultFrom } from "./fault.ts";
import type { Fault } from "./tasks.ts";
import { type KernelLine, markedText } from "./wasm-text.ts";

export interface KernelsQuestion {
  readonly text: string; // of the operator
}

export interface KernelsAnswer {
  readonly places: readonly TypedPlace[];
  readonly kernels: readonly Kernel[];
}

/** A token of the text. */
export interface TypedPlace {
  readonly start: number;
  readonly end: number;
  readonly type: string;
  readonly steps: readonly number[];
}

export interface Kernel {
  readonly name: string;
  readonly about: string;
  readonly lines: readonly KernelLine[];
  readonly fault: Fault | undefined; // why there is none
}

/** One combine, and nothing else. */
const PAIR = parseNetwork("{{(0, 1)}}");

/** @throws OperatorSyntaxError */
export function answerKernels({ text }: KernelsQuestion): KernelsAnswer {
  const explained = explainOperator(text);
  const places = placesOf(text, explained);
  const { operator } = explained;
  return {
    places,
    kernels: [
      kernel(
        "WebAssembly",
        "x0 · x1 of many rows: by SIMD lanes where the operator has them, then row by row.",
        () => markedText(networkModule(PAIR, { operator, marks: true })),
      ),
      kernel("WGSL", "The same as a workgroup of a GPU; floats are combined on their bits.", () =>
        emitWgsl(PAIR, { operator, title: operator.name }).code.split("\n").map(wgslLine),
      ),
      kernel(
        "Plain loops",
        "The steps of samebits/javascript: one closure for each, and no code from text.",
        () => stepLines(explained, places, text),
      ),
    ],
  };
}

function kernel(name: string, about: string, make: () => readonly KernelLine[]): Kernel {
  try {
    return { name, about, lines: make(), fault: undefined };
  } catch (error) {
    return { name, about, lines: [], fault: faultFrom(error) };
  }
}

function wgslLine(text: string): KernelLine {
  const [, step] = /^ {2}let t(\d+) = /.exec(text) ?? [];
  return { text, step: step === undefined ? undefined : Number(step) };
}

/** Places have the offset of their token: it ends where the token does. */
function placesOf(text: string, { places }: OperatorExplanation): readonly TypedPlace[] {
  return places.map(({ at, type, steps }) => {
    const [token] = /^(-?[\w.]+|[^\s\w]{2}(?<=<<|>>|<=|>=|==|!=|&&|\|\|)|.)/s.exec(text.slice(at)) ?? [""];
    return { start: at, end: at + token.length, type, steps };
  });
}

/** Steps as assignments: `t3 = add(t1, t2)`, a constant as the text has it. */
function stepLines(
  { operator, steps }: OperatorExplanation,
  places: readonly TypedPlace[],
  text: string,
): readonly KernelLine[] {
  const nameOf: NameOfLeaf =
    operator.kind === "record-operator" ? leafNames(operator.columns) : (side) => side;
  const written = (step: number): string | undefined => {
    const place = places.find((each) => each.steps[0] === step && /^-?[\d.]/.test(text.slice(each.start)));
    return place && text.slice(place.start, place.end);
  };
  return steps.map((line, step) => {
    const [operation, type, ...rest] = line.split(" ");
    const isLeaf = operation === "left" || operation === "right";
    const operands = rest.map((each) => `t${each}`).join(", ");
    const value = isLeaf
      ? nameOf(operation, Number(rest[0]))
      : operation === "constant"
        ? (written(step) ?? `0x${rest[0]}`)
        : `${operation}(${operands})`;
    return { text: `t${step}: ${type} = ${value}`, step };
  });
}
