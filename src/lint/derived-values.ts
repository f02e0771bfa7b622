// Which values in a file come from the functions of `samebits/operators`, followed through variables and parameters without types.
import type { Names } from "./names.ts";
import {
  bare,
  field,
  isFunction,
  keyName,
  part,
  parts,
  positions,
  type ScopeVariable,
  type SyntaxNode,
} from "./syntax.ts";

/** Functions of the entry point that give nodes. */
const NODE_MAKERS: ReadonlySet<string> = new Set([
  "select",
  "f64",
  "f32",
  "i64",
  "u64",
  "i32",
  "u32",
  "bool",
]);

/**
 * Whether an expression of this file is a node, or a record of nodes, of an operator or an element function that is built in it.
 *
 * Nodes are the parameters of the functions that these are given, and what follows from them: members, results of methods, of
 * `select` and of functions in this file that are called with them, and the names that hold them. The order of statements does not count,
 * so a name is a node everywhere if it is one somewhere.
 */
export function findDerivedValues(
  nodes: readonly SyntaxNode[],
  names: Names,
): (expression: SyntaxNode) => boolean {
  const derived = new Set<ScopeVariable>();
  const derives = derivation(derived, names, returnsByFunction(nodes));
  const bind = (pattern: SyntaxNode | undefined): void => {
    for (const identifier of identifiersOf(pattern)) {
      const variable = names.variableOf(identifier);
      if (variable !== undefined) derived.add(variable);
    }
  };
  for (const body of nodes.flatMap((node) => bodiesOf(node, names))) parts(body, "params").forEach(bind);
  // Until nothing is new: each round adds a name at least, and there are finitely many.
  for (let known = -1; known < derived.size; ) {
    known = derived.size;
    for (const node of nodes) follow(node, names, derives, bind);
  }
  return derives;
}

/** The functions of the entry point that run what they are given on nodes. */
const BUILDERS: ReadonlySet<string | undefined> = new Set(["operator", "elementFunction"]);

/** The functions that a call of `operator` or `elementFunction` runs on nodes: its body, and `where`. */
function bodiesOf(node: SyntaxNode, { doorName, functionOf }: Names): readonly SyntaxNode[] {
  const callee = node.type === "CallExpression" ? part(node, "callee") : undefined;
  if (callee === undefined || !BUILDERS.has(doorName(callee))) return [];
  const given = parts(node, "arguments").map(bare);
  const where = given
    .filter(({ type }) => type === "ObjectExpression")
    .flatMap((options) => parts(options, "properties"))
    .filter((property) => keyName(part(property, "key")) === "where")
    .map((property) => part(property, "value"));
  return [...given, ...where].map((value) => value && functionOf(value)).filter((body) => body !== undefined);
}

/** Binds the names that one node of the tree hands a derived value. */
function follow(
  node: SyntaxNode,
  { functionOf }: Names,
  derives: (expression: SyntaxNode) => boolean,
  bind: (pattern: SyntaxNode | undefined) => void,
): void {
  const holds = (expression: SyntaxNode | undefined): boolean => {
    if (expression === undefined) return false;
    const isArray = bare(expression).type === "ArrayExpression";
    return isArray ? parts(bare(expression), "elements").some(derives) : derives(expression);
  };
  const isTaken = (pattern: SyntaxNode | undefined, value: SyntaxNode | undefined): boolean =>
    value !== undefined && (pattern?.type === "ArrayPattern" ? holds(value) : derives(value));
  switch (node.type) {
    case "VariableDeclarator":
      if (isTaken(part(node, "id"), part(node, "init"))) bind(part(node, "id"));
      return;
    case "AssignmentExpression":
      if (isTaken(part(node, "left"), part(node, "right"))) bind(part(node, "left"));
      return;
    case "ForOfStatement": {
      const left = part(node, "left");
      const targets =
        left?.type === "VariableDeclaration"
          ? parts(left, "declarations").map((one) => part(one, "id"))
          : [left];
      if (holds(part(node, "right"))) targets.forEach(bind);
      return;
    }
    case "CallExpression": {
      const called = functionOf(part(node, "callee") ?? node);
      const params = called === undefined ? [] : parts(called, "params");
      positions(node, "arguments").forEach((given, i) => {
        if (given !== undefined && derives(given)) bind(params[i] ?? params.find(isRest));
      });
      return;
    }
  }
}

/** Whether an expression is a node, given the names that are. */
function derivation(
  derived: ReadonlySet<ScopeVariable>,
  names: Names,
  returns: ReadonlyMap<SyntaxNode, readonly SyntaxNode[]>,
): (expression: SyntaxNode) => boolean {
  const open = new Set<SyntaxNode>(); // functions that are being looked at: recursion adds nothing
  const derivesFromCall = (call: SyntaxNode): boolean => {
    const callee = part(call, "callee");
    if (callee === undefined) return false;
    if (NODE_MAKERS.has(names.doorName(callee) ?? "")) return true;
    if (bare(callee).type === "MemberExpression") return derives(callee);
    const called = names.functionOf(callee);
    if (called === undefined || open.has(called)) return false;
    open.add(called);
    const isDerived = (returns.get(called) ?? []).some(derives);
    open.delete(called);
    return isDerived;
  };
  const some = (node: SyntaxNode, ...fields: string[]): boolean =>
    fields.map((name) => part(node, name)).some((value) => value !== undefined && derives(value));
  const derives = (expression: SyntaxNode): boolean => {
    const node = bare(expression);
    switch (node.type) {
      case "Identifier": {
        const variable = names.variableOf(node);
        return variable !== undefined && derived.has(variable);
      }
      case "MemberExpression":
        return some(node, "object");
      case "CallExpression":
        return derivesFromCall(node);
      case "ConditionalExpression":
        return some(node, "consequent", "alternate");
      case "LogicalExpression":
        return some(node, "left", "right");
      case "AssignmentExpression":
        return some(node, "right");
      case "AwaitExpression":
      case "SpreadElement":
        return some(node, "argument");
      case "SequenceExpression":
        return parts(node, "expressions").slice(-1).some(derives);
      case "ObjectExpression":
        return parts(node, "properties").some((item) =>
          item.type === "Property" ? some(item, "value") : derives(item),
        );
      default:
        return false; // a boolean, or what throws when it is built
    }
  };
  return derives;
}

/** What each function of the file gives back. */
function returnsByFunction(nodes: readonly SyntaxNode[]): ReadonlyMap<SyntaxNode, readonly SyntaxNode[]> {
  const returns = new Map<SyntaxNode, SyntaxNode[]>();
  const add = (owner: SyntaxNode | null | undefined, value: SyntaxNode | undefined): void => {
    if (owner && value !== undefined) returns.set(owner, [...(returns.get(owner) ?? []), value]);
  };
  for (const node of nodes) {
    if (node.type === "ArrowFunctionExpression" && field(node, "expression") === true)
      add(node, part(node, "body"));
    if (node.type !== "ReturnStatement") continue;
    let owner = node.parent;
    while (owner && !isFunction(owner)) owner = owner.parent;
    add(owner, part(node, "argument"));
  }
  return returns;
}

function isRest({ type }: SyntaxNode): boolean {
  return type === "RestElement";
}

/** The names that a pattern binds. */
function identifiersOf(pattern: SyntaxNode | undefined): readonly SyntaxNode[] {
  if (pattern === undefined) return [];
  switch (pattern.type) {
    case "Identifier":
      return [pattern];
    case "ObjectPattern":
      return parts(pattern, "properties").flatMap((item) =>
        identifiersOf(part(item, "value") ?? part(item, "argument")),
      );
    case "ArrayPattern":
      return parts(pattern, "elements").flatMap(identifiersOf);
    case "AssignmentPattern":
      return identifiersOf(part(pattern, "left"));
    case "RestElement":
      return identifiersOf(part(pattern, "argument"));
    default:
      return [];
  }
}
