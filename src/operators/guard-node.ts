import { oneOf } from "../values/check-name.ts";
import { InvalidArgumentError } from "../values/errors.ts";

/** What the guard of a kind of node has to know. */
interface GuardedNode {
  readonly textOf: (node: object) => string; // its path, for errors
  readonly namesOf: (node: object) => readonly string[]; // what may be read from it
  readonly isInside?: (node: object) => boolean; // of a proxy: what only an inspector sees, and asks for anything
  readonly remedy: string; // what to write instead of an operator of JavaScript
  readonly whole?: string; // what nodes are of; default "operator"
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
      `a value of the ${node.whole ?? "operator"}, not of JavaScript`,
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
