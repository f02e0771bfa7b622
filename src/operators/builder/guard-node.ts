// What both builders, that of operators and that of array programs, have against the mistake that no type catches: a node that JavaScript
// itself takes for a value.

import { oneOf } from "../../values/check-name.ts";
import { InvalidArgumentError } from "../../values/errors.ts";

/** What is being built. */
type Whole = "operator" | "program";

/**
 * What nodes stand for. It is kept beside them and not in them, so that a node has no property but its methods.
 */
export class NodeTable<State extends object> {
  readonly #states = new WeakMap<object, State>();

  /** A new node. */
  make(prototype: object, state: State): object {
    const node = Object.freeze(Object.create(prototype) as object);
    this.#states.set(node, state);
    return node;
  }

  /** Undefined for what is not a node of this table. */
  stateOf(value: unknown): State | undefined {
    return typeof value === "object" && value !== null ? this.#states.get(value) : undefined;
  }
}

/** @throws InvalidArgumentError unless a method is given so many operands */
export function checkOperandCount(call: string, operands: readonly unknown[], count: number): void {
  if (operands.length === count) return;
  const expected = `given ${count} operand${count === 1 ? "" : "s"}`;
  throw new InvalidArgumentError(call, expected, `${operands.length}`);
}

/** What a boolean in the place of a node means, as the fact of an error. */
export function answeredOnce(whole: Whole): string {
  return `JavaScript's own ===, !, < and && answer once, when the ${whole} is built`;
}

/**
 * Refuses a node that a body has made and its result does not need. A condition that only JavaScript has looked at is one, and there is no
 * other way to see that: a test of an object asks it nothing.
 *
 * @throws InvalidArgumentError naming the node, of several the last one, which no other uses
 */
export function checkAllUsed<Made>(
  made: readonly Made[],
  isUsed: (made: Made) => boolean,
  textOf: (made: Made) => string,
  { whole, choice }: { readonly whole: Whole; readonly choice: string },
): void {
  const last = made.filter((each) => !isUsed(each)).at(-1);
  if (last === undefined) return;
  const unused =
    "one that nothing uses: to JavaScript's if, ?:, && and || every node is true, so they decide while the " +
    `${whole} is built; write ${choice}, .and(), .or(), .not(), or do not make it`;
  throw new InvalidArgumentError(textOf(last), "part of the result", unused);
}

/** What the guard of a kind of node has to know. */
interface GuardedNode {
  readonly textOf: (node: object) => string; // its path, for errors
  readonly namesOf: (node: object) => readonly string[]; // what may be read from it
  readonly isInside?: (node: object) => boolean; // of a proxy: what only an inspector sees, and asks for anything
  readonly remedy: string; // what to write instead of an operator of JavaScript
  readonly whole: Whole;
}

/** What the language, consoles and test runners ask of any object: answered with undefined, so that they go on. */
const ASKED_OF_ANY_OBJECT =
  /^(then|constructor|\$\$typeof|asymmetricMatch|nodeType|nodeName|tagName|@@__.*__@@)$/;

const INSPECT = Symbol.for("nodejs.util.inspect.custom");

/**
 * The prototype of a kind of node: its methods, and above them what throws where JavaScript would go on with something else than the
 * node. Conversion to a number or text throws, so do JSON and names that are not there. What never asks the object cannot be caught
 * here: `===`, `!`, `&&`, `?:`, `if`.
 */
export function guard(methods: object, node: GuardedNode): object {
  const refuse = (subject: object, actual: string): never => {
    throw new InvalidArgumentError(
      node.textOf(subject),
      `a value of the ${node.whole}, not of JavaScript`,
      `${actual}: ${node.remedy}`,
    );
  };
  const unknownNames = new Proxy(Object.create(null) as object, {
    get: (_, name, subject: object) => {
      if (typeof name === "symbol" || ASKED_OF_ANY_OBJECT.test(name)) return undefined;
      if (node.isInside?.(subject) === true) return undefined;
      const names = node.namesOf(subject);
      throw new InvalidArgumentError(
        `${node.textOf(subject)}.${name}`,
        oneOf(name, names),
        JSON.stringify(name),
      );
    },
    set: (_, name, __, subject: object) => refuse(subject, `an assignment to ${String(name)}`),
  });
  const refusals = {
    [Symbol.toPrimitive](this: object, hint: string): never {
      return refuse(
        this,
        hint === "string" ? "a use as text or as an index" : "a use by an operator such as < or +",
      );
    },
    valueOf(this: object): never {
      return refuse(this, "a use by valueOf");
    },
    toString(this: object): never {
      return refuse(this, "a use as text");
    },
    toJSON(this: object): never {
      return refuse(this, "a use as JSON");
    },
    [INSPECT](this: object): string {
      return `Node(${node.textOf(this)})`;
    },
    [Symbol.toStringTag]: "Node",
  };
  const own = { ...Object.getOwnPropertyDescriptors(refusals), ...Object.getOwnPropertyDescriptors(methods) };
  for (const descriptor of Object.values(own)) descriptor.enumerable = false;
  return Object.freeze(Object.create(unknownNames, own) as object);
}
