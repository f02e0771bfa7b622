/*
 * What the rule needs of ESLint and of ESTree, described here so that neither has to be installed where the plugin is only bundled.
 */

/** A node of the syntax tree: ESTree's, or one that a TypeScript parser adds. */
export interface SyntaxNode {
  readonly type: string;
  readonly parent?: SyntaxNode | null;
}

/** A name in a scope: where it is declared, and by what. */
export interface ScopeVariable {
  readonly identifiers: readonly SyntaxNode[];
  readonly defs: readonly { readonly type: string; readonly node: SyntaxNode }[];
}

export interface ScopeManager {
  readonly scopes: readonly {
    readonly variables: readonly ScopeVariable[];
    readonly references: readonly {
      readonly identifier: SyntaxNode;
      readonly resolved: ScopeVariable | null;
    }[];
  }[];
}

export interface RuleContext {
  readonly sourceCode: {
    readonly text: string;
    readonly scopeManager: ScopeManager | null;
    getText(node: SyntaxNode): string;
  };
  report(problem: {
    readonly node: SyntaxNode;
    readonly messageId: string;
    readonly data: Readonly<Record<string, string>>;
  }): void;
}

/** A rule as ESLint loads it, without ESLint's types. */
export interface Rule {
  readonly meta: {
    readonly type: "problem";
    readonly docs: { readonly description: string; readonly recommended: boolean };
    readonly messages: Readonly<Record<string, string>>;
    readonly schema: [];
  };
  create(context: never): Record<string, (node: SyntaxNode) => void>; // a RuleContext; `never`, so that ESLint's own type fits
}

/** One part of a node, undefined where it is absent. */
export function part(node: SyntaxNode, name: string): SyntaxNode | undefined {
  const value = field(node, name);
  return isNode(value) ? value : undefined;
}

/** A list of parts of a node; the holes of arrays are left out, `positions` keeps them. */
export function parts(node: SyntaxNode, name: string): readonly SyntaxNode[] {
  return positions(node, name).filter((value) => value !== undefined);
}

/** A list of parts of a node, with undefined for each hole. */
export function positions(node: SyntaxNode, name: string): readonly (SyntaxNode | undefined)[] {
  const value = field(node, name);
  return Array.isArray(value) ? value.map((item: unknown) => (isNode(item) ? item : undefined)) : [];
}

/** A text or another plain value that a node has: an operator, a name, the value of a literal. */
export function field(node: SyntaxNode, name: string): unknown {
  return (node as unknown as Readonly<Record<string, unknown>>)[name];
}

/** The expression without what TypeScript and `?.` put around it. */
export function bare(node: SyntaxNode): SyntaxNode {
  const inner = WRAPPERS.has(node.type) ? part(node, "expression") : undefined;
  return inner === undefined ? node : bare(inner);
}

export function isFunction(node: SyntaxNode): boolean {
  return FUNCTIONS.has(node.type);
}

/** The name of a property that is written out: `.name`, `name:`, `"name":`. */
export function keyName(node: SyntaxNode | undefined): unknown {
  if (node === undefined) return undefined;
  return node.type === "Identifier" ? field(node, "name") : field(node, "value");
}

const WRAPPERS: ReadonlySet<string> = new Set([
  "ChainExpression",
  "TSAsExpression",
  "TSNonNullExpression",
  "TSSatisfiesExpression",
  "TSTypeAssertion",
]);

const FUNCTIONS: ReadonlySet<string> = new Set([
  "ArrowFunctionExpression",
  "FunctionDeclaration",
  "FunctionExpression",
]);

function isNode(value: unknown): value is SyntaxNode {
  return typeof value === "object" && value !== null && "type" in value && typeof value.type === "string";
}
