// Which local names mean functions of `samebits/operators` in a file, by its imports.
import {
  bare,
  field,
  isFunction,
  keyName,
  part,
  parts,
  type ScopeManager,
  type ScopeVariable,
  type SyntaxNode,
} from "./syntax.ts";

/** The module whose functions make nodes. */
export const DOOR = "samebits/operators";

/** What names stand for in one file. */
export interface Names {
  variableOf(identifier: SyntaxNode): ScopeVariable | undefined;
  doorName(callee: SyntaxNode): string | undefined; // the export of the entry point that is called, under whatever name
  functionOf(expression: SyntaxNode): SyntaxNode | undefined; // written here, or the one that a name stands for
}

const EVERYTHING = "*";

/** Reads the declarations, the imports and the `require`s of a file. */
export function readNames(nodes: readonly SyntaxNode[], { scopes }: ScopeManager): Names {
  const variables = new Map<SyntaxNode, ScopeVariable>();
  for (const scope of scopes) {
    for (const variable of scope.variables) {
      for (const identifier of variable.identifiers) variables.set(identifier, variable);
    }
    for (const { identifier, resolved } of scope.references) {
      if (resolved !== null) variables.set(identifier, resolved);
    }
  }
  const imported = new Map<ScopeVariable, unknown>();
  for (const [local, name] of nodes.flatMap(importsOf)) {
    const variable = variables.get(local);
    if (variable !== undefined) imported.set(variable, name);
  }
  const importedAs = (node: SyntaxNode): unknown => {
    const variable = variables.get(node);
    return variable === undefined ? undefined : imported.get(variable);
  };
  return {
    variableOf: (identifier) => variables.get(identifier),
    doorName: (callee) => {
      const node = bare(callee);
      const object = node.type === "MemberExpression" ? part(node, "object") : undefined;
      const isOfDoor = object !== undefined && importedAs(bare(object)) === EVERYTHING;
      const name = isOfDoor ? keyName(part(node, "property")) : importedAs(node);
      return typeof name === "string" && name !== EVERYTHING ? name : undefined;
    },
    functionOf: (expression) => {
      const node = bare(expression);
      if (isFunction(node)) return node;
      const definition = variables.get(node)?.defs[0];
      if (definition?.type === "FunctionName") return definition.node;
      const init = definition?.type === "Variable" ? part(definition.node, "init") : undefined;
      return init !== undefined && isFunction(bare(init)) ? bare(init) : undefined;
    },
  };
}

/** The local names that a declaration takes from the entry point, with their names there. */
function importsOf(node: SyntaxNode): readonly (readonly [SyntaxNode, unknown])[] {
  if (node.type === "ImportDeclaration" && isDoor(part(node, "source"))) {
    return parts(node, "specifiers").flatMap((specifier) => {
      const local = part(specifier, "local");
      if (local === undefined) return [];
      if (specifier.type === "ImportNamespaceSpecifier") return [[local, EVERYTHING] as const];
      return [[local, keyName(part(specifier, "imported"))] as const];
    });
  }
  const target = node.type === "VariableDeclarator" ? part(node, "id") : undefined;
  const init = part(node, "init");
  if (target === undefined || init === undefined || !isRequire(bare(init))) return [];
  if (target.type === "Identifier") return [[target, EVERYTHING]];
  return parts(target, "properties").flatMap((property) => {
    const local = part(property, "value");
    return local === undefined ? [] : [[local, keyName(part(property, "key"))] as const];
  });
}

function isRequire(node: SyntaxNode): boolean {
  const callee = node.type === "CallExpression" ? part(node, "callee") : undefined;
  return callee !== undefined && field(callee, "name") === "require" && isDoor(parts(node, "arguments")[0]);
}

function isDoor(source: SyntaxNode | undefined): boolean {
  return source !== undefined && field(source, "value") === DOOR;
}
