import { findDerivedValues } from "./derived-values.ts";
import { DOOR, readNames } from "./names.ts";
import { bare, field, keyName, part, parts, type Rule, type RuleContext, type SyntaxNode } from "./syntax.ts";

/** The longest code that a message quotes, in characters. */
const LONGEST_QUOTE = 40;

const WHILE_BUILT = "decides once, while the operator is built, not for each pair of values";

const MESSAGES = {
  equal: `\`{{operator}}\` compares the nodes and ${WHILE_BUILT}: write \`{{first}}.{{method}}({{second}})\`.`,
  not: `\`!\` of a node is always false: write \`{{node}}.not()\`.`,
  and: `A node is always true, so \`{{operator}}\` ${WHILE_BUILT}: write \`{{first}}.{{method}}({{second}})\`.`,
  nullish: "A node is never null, so `{{operator}}` always gives `{{first}}`: write that.",
  choice: `A node is always true, so \`{{operator}}\` ${WHILE_BUILT}: write \`select({{test}}, …, …)\`.`,
  loop: `A node is always true, so \`{{operator}}\` never ends, or never begins again: an operator has no loops over values.`,
  switch: `\`switch\` compares the nodes and ${WHILE_BUILT}: write \`select(….equal(…), …, …)\`, one within the other.`,
  truth: `\`{{operator}}\` of a node ${WHILE_BUILT}: write \`.equal()\`, or leave it out.`,
} as const;

interface Problem {
  readonly messageId: keyof typeof MESSAGES;
  readonly data: Readonly<Record<string, SyntaxNode | string | undefined>>;
}

/**
 * The rule "no-silent-operators": in what `operator` and `elementFunction` of samebits/operators build, no `===`, `!`, `&&`, `||`, `??`, `?:`, `if`, loop or
 * `switch` on a node, because JavaScript answers all of those without asking the node.
 */
export const noSilentOperators: Rule = {
  meta: {
    type: "problem",
    docs: {
      description: "Disallow operators of JavaScript that silently ignore what a samebits node stands for",
      recommended: true,
    },
    messages: MESSAGES,
    schema: [],
  },
  create(context: RuleContext) {
    const { text, scopeManager } = context.sourceCode;
    if (scopeManager === null || !text.includes(DOOR)) return {};
    const nodes: SyntaxNode[] = [];
    return {
      "*": (node) => {
        nodes.push(node);
      },
      "Program:exit": () => {
        const names = readNames(nodes, scopeManager);
        const derives = findDerivedValues(nodes, names);
        const isGlobal = (node: SyntaxNode): boolean => (names.variableOf(node)?.defs.length ?? 0) === 0;
        for (const node of nodes) {
          const problem = problemOf(node, (value) => value !== undefined && derives(value), isGlobal);
          if (problem !== undefined) report(context, node, problem);
        }
      },
    };
  },
};

function problemOf(
  node: SyntaxNode,
  derives: (value: SyntaxNode | undefined) => boolean,
  isGlobal: (identifier: SyntaxNode) => boolean,
): Problem | undefined {
  const [left, right] = [part(node, "left"), part(node, "right")];
  const operator = String(field(node, "operator"));
  switch (node.type) {
    case "BinaryExpression":
      if (!/^[!=]==?$/.test(operator) || !(derives(left) || derives(right))) return undefined;
      return equalProblem(operator, derives(left) ? [left, right] : [right, left]);
    case "UnaryExpression":
      if (operator !== "!" || !derives(part(node, "argument"))) return undefined;
      return { messageId: "not", data: { node: part(node, "argument") } };
    case "LogicalExpression":
      return derives(left) ? logicalProblem(operator, left, right) : undefined;
    case "AssignmentExpression":
      return /^(&&|\|\||\?\?)=$/.test(operator) && derives(left)
        ? logicalProblem(operator, left, right)
        : undefined;
    case "ConditionalExpression":
    case "IfStatement":
    case "WhileStatement":
    case "DoWhileStatement":
    case "ForStatement":
      return derives(part(node, "test")) ? testProblem(node) : undefined;
    case "SwitchStatement":
      return [part(node, "discriminant"), ...parts(node, "cases").map((one) => part(one, "test"))].some(
        derives,
      )
        ? { messageId: "switch", data: {} }
        : undefined;
    case "CallExpression":
      return truthProblem(node, derives, isGlobal);
    default:
      return undefined;
  }
}

function equalProblem(operator: string, [first, second]: readonly (SyntaxNode | undefined)[]): Problem {
  const method = operator.startsWith("!") ? "notEqual" : "equal";
  return { messageId: "equal", data: { operator, method, first, second } };
}

function logicalProblem(
  operator: string,
  first: SyntaxNode | undefined,
  second: SyntaxNode | undefined,
): Problem {
  if (operator.startsWith("??")) return { messageId: "nullish", data: { operator, first } };
  const method = operator.startsWith("&&") ? "and" : "or";
  return { messageId: "and", data: { operator, method, first, second } };
}

const STATEMENTS: Readonly<Record<string, string>> = {
  ConditionalExpression: "?:",
  IfStatement: "if",
  WhileStatement: "while",
  DoWhileStatement: "do",
  ForStatement: "for",
};

function testProblem(node: SyntaxNode): Problem {
  const messageId = node.type === "ConditionalExpression" || node.type === "IfStatement" ? "choice" : "loop";
  return { messageId, data: { operator: STATEMENTS[node.type], test: part(node, "test") } };
}

/** `Boolean(node)` and `Object.is(node, …)`: the same, spelt as calls. */
function truthProblem(
  node: SyntaxNode,
  derives: (value: SyntaxNode | undefined) => boolean,
  isGlobal: (identifier: SyntaxNode) => boolean,
): Problem | undefined {
  const callee = bare(part(node, "callee") ?? node);
  const object = callee.type === "MemberExpression" ? part(callee, "object") : undefined;
  const name = keyName(object ?? callee);
  const isTest =
    object === undefined
      ? name === "Boolean"
      : name === "Object" && keyName(part(callee, "property")) === "is";
  if (!isTest || !isGlobal(object ?? callee) || !parts(node, "arguments").some(derives)) return undefined;
  return { messageId: "truth", data: { operator: object === undefined ? "Boolean()" : "Object.is()" } };
}

function report(context: RuleContext, node: SyntaxNode, { messageId, data }: Problem): void {
  const quote = (value: SyntaxNode | string | undefined): string => {
    const text =
      typeof value === "object"
        ? context.sourceCode.getText(bare(value)).replace(/\s+/g, " ")
        : (value ?? "…");
    return text.length > LONGEST_QUOTE ? "…" : text;
  };
  const quoted = Object.fromEntries(Object.entries(data).map(([name, value]) => [name, quote(value)]));
  context.report({ node, messageId, data: quoted });
}
