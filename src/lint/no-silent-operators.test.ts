import { type ESLint, Linter, RuleTester } from "eslint";
import { describe, expect, it } from "vitest";
import { plugin, recommended, rules } from "../eslint-plugin.ts";
import { noSilentOperators } from "./no-silent-operators.ts";

RuleTester.describe = describe;
RuleTester.it = it;
RuleTester.itOnly = it.only;

const IMPORT = 'import { operator, select, f32, i32, u32 } from "samebits/operators";';
const PAIR = "{ value: f32, index: u32 }";

/** An operator with that body, the names of its operands as in the documents. */
function withBody(body: string): string {
  return `${IMPORT} export const custom = operator(${PAIR}, (left, right) => ${body});`;
}

/** A body of statements that hold `code` somewhere. */
function within(code: string): string {
  return withBody(`{ ${code} return left; }`);
}

type MessageId = "equal" | "not" | "and" | "nullish" | "choice" | "loop" | "switch" | "truth";

const refused = (code: string, ...messageIds: readonly MessageId[]): RuleTester.InvalidTestCase => ({
  code,
  errors: messageIds.map((messageId) => ({ messageId })),
});

const VALID = [
  // What is meant.
  withBody("select(left.value.less(right.value), right, left)"),
  withBody(
    "({ value: left.value.max(right.value), index: select(left.value.equal(right.value), left.index, 0) })",
  ),
  within("const { value } = left; const twice = value.add(value);"),
  // Values of JavaScript may decide what is built.
  `${IMPORT} const isFast = true; operator(f32, (left, right) => (isFast ? left.add(right) : left));`,
  `${IMPORT} const scale = options.scale; operator(f32, (left) => left.multiply(scale ?? left));`,
  within("for (let i = 0; i < 4; i++) { if (i === 2 && !done) next = left.value.add(i); }"),
  within('for (const name of Object.keys(left)) { if (name === "value") continue; }'),
  within("const all = [left.value, right.value]; if (all.length === 2 && all) done = true;"),
  within("switch (kind) { case 1: break; }"),
  within("const both = left.value < right.value; if (both) done = true;"), // throws while it is built
  within("if (Boolean(kind) || Object.is(kind, 1)) done = true;"),
  // Functions of others.
  "const operator = (type, body) => body(1, 2); operator(f32, (left, right) => (left === right ? 1 : 2));",
  'import { operator } from "elsewhere"; operator(f32, (left, right) => (left === right ? left : right));',
  'import { reduce } from "samebits"; reduce(input, { operator: (left, right) => (left === right ? left : right) });',
  `${IMPORT} { const operator = (type, body) => body; operator(f32, (left, right) => left === right); }`,
  `${IMPORT} const other = operator(f32, (left) => left); const isSame = other === custom; if (other) done();`,
  // Names that are the same and others.
  `${IMPORT} operator(f32, (left) => left); function apart(left, right) { return left === right || !left; }`,
  `${IMPORT} operator(f32, (left) => { const inner = (left) => left === 1; return left; });`,
  `${IMPORT} const type = f32; if (type === f32) done();`,
  `${IMPORT} const isOne = (x) => x === 1; isOne(1); operator(f32, (left) => left);`,
  `${IMPORT} const step = (count) => !count; operator(f32, (left) => step(1, left));`,
  `${IMPORT} const step = (count, ...rest) => !count; operator(f32, (left) => step(1, left));`,
  // A rule that has nothing to go by.
  `${IMPORT} operator(f32, unknownBody); operator(); operator(f32); operator(...all);`,
  "",
];

const FUNCTION = 'import { elementFunction, f32 } from "samebits/operators";';

const INVALID = [
  // Comparisons.
  refused(withBody("select(left.value === right.value, right, left)"), "equal"),
  refused(withBody("select(left.value !== right.value, right, left)"), "equal"),
  refused(withBody("select(left.value == right.value, right, left)"), "equal"),
  refused(withBody("select(1 != right.value, right, left)"), "equal"),
  refused(within("if (left === right) done = true;"), "equal"),
  refused(within("const isSame = left.value.add(1) === undefined;"), "equal"),
  // Functions of one element.
  refused(`${FUNCTION} export const isZero = elementFunction(f32, (value) => value === 0);`, "equal"),
  refused(`${FUNCTION} elementFunction({ x: f32, y: f32 }, ({ x, y }) => x.less(0) && y.less(0));`, "and"),
  // Logic.
  refused(withBody("select(!left.value.less(right.value), right, left)"), "not"),
  refused(within("const is = !!left.value;"), "not"),
  refused(withBody("select(left.value.less(1) && right.value.less(1), right, left)"), "and"),
  refused(withBody("select(left.value.less(1) || done, right, left)"), "and"),
  refused(withBody("left ?? right"), "nullish"),
  refused(
    within("let node = left.value; node &&= right.value; node ||= right.value; node ??= left.value;"),
    "and",
    "and",
    "nullish",
  ),
  // Tests.
  refused(withBody("left.value.less(right.value) ? right : left"), "choice"),
  refused(within("if (left.value.less(right.value)) return right;"), "choice"),
  refused(within("if (done && left.value.less(1)) return right;"), "choice"),
  refused(within("while (left.value.less(1)) step();"), "loop"),
  refused(within("do { step(); } while (left.value.less(1));"), "loop"),
  refused(within("for (; left.value.less(1); ) step();"), "loop"),
  refused(within("switch (left.index) { case 1: return right; }"), "switch"),
  refused(within("switch (true) { case left.value.less(1): return right; }"), "switch"),
  refused(within("if (Boolean(left.value)) step(); if (Object.is(left, right)) step();"), "truth", "truth"),
  // Where nodes go.
  refused(within("const value = left.value; const again = value; if (again) step();"), "choice"),
  refused(
    within("const { value: { a, ...b }, index: [c] = [] } = left; f(!a, !b, !c);"),
    "not",
    "not",
    "not",
  ),
  refused(within("let sum; sum = left.value; f(!sum);"), "not"),
  refused(within("let sum, rest; ({ sum, ...rest } = left); f(!sum, !rest);"), "not", "not"),
  refused(within("const [first, second] = [left.value, 1]; f(!first);"), "not"),
  refused(within("for (const node of [left.value, right.value]) f(!node);"), "not"),
  refused(within("let node; for (node of [left.value]) f(!node);"), "not"),
  refused(within("const next = { ...left, index: 1 }; f(!next.value);"), "not"),
  refused(within("const next = { value: left.value }; f(!next.value);"), "not"),
  refused(within("const chosen = select(done, 1, 2); f(!chosen);"), "not"),
  refused(within("const chosen = done ? left : other; f(!chosen);"), "not"),
  refused(within("const chosen = (step(), left); f(!(again = chosen));"), "not"),
  refused(within('f(!left?.value, !left["value"], !left.value.less?.(1));'), "not", "not", "not"),
  refused(within("const inner = () => { if (left.value) return 1; };"), "choice"),
  refused(`${IMPORT} const half = f32(0.5); const isHalf = half === other;`, "equal"),
  // How bodies are given.
  refused(
    `${IMPORT} operator(f32, function (left, right) { return left === right ? left : right; });`,
    "equal",
  ),
  refused(
    `${IMPORT} operator(f32, body); function body(left, right) { return left ? left : right; }`,
    "choice",
  ),
  refused(`${IMPORT} const body = (left, right) => left || right; operator(f32, body);`, "and"),
  refused(`${IMPORT} operator(${PAIR}, ({ value }, { index = 1 }) => value || index);`, "and"),
  refused(`${IMPORT} operator(f32, (...sides) => sides[0] && sides[1]);`, "and"),
  refused(`${IMPORT} operator(f32, (left) => left, { where: (value) => !value.less(1) });`, "not"),
  refused(`${IMPORT} operator(f32, (left) => left, { where(value) { return value === f32(1); } });`, "equal"),
  // Functions that a body calls.
  refused(
    `${IMPORT} const larger = (x, y) => (x.less(y) ? y : x); operator(f32, (left, right) => larger(left, right));`,
    "choice",
  ),
  refused(
    `${IMPORT} function sum(one, ...all) { return all[0] || all[1]; } operator(f32, (left, right) => sum(1, 2, 3, left));`,
    "and",
  ),
  refused(
    `${IMPORT} const sum = (x) => { if (done) return 1; return x.add(1); }; operator(f32, (left) => !sum(left));`,
    "not",
  ),
  refused(`${IMPORT} const sum = (x) => (done ? sum(x) : x); operator(f32, (left) => !sum(left));`, "not"),
  // How the door is named.
  refused('import { operator as define } from "samebits/operators"; define(f32, (left) => !left);', "not"),
  refused('import { "operator" as define } from "samebits/operators"; define(f32, (left) => !left);', "not"),
  refused('import * as own from "samebits/operators"; own.operator(own.f32, (left) => !left);', "not"),
  refused('const { operator } = require("samebits/operators"); operator("f32", (left) => !left);', "not"),
  refused('const own = require("samebits/operators"); own.operator("f32", (left) => !left);', "not"),
];

new RuleTester().run("no-silent-operators", noSilentOperators, { valid: VALID, invalid: INVALID });

/** The messages that a file gets, in order. */
function messagesFor(code: string, settings: Linter.Config = {}): readonly string[] {
  return new Linter().verify(code, [recommended, settings]).map(({ message }) => message);
}

describe("messages", () => {
  it.each([
    ["select(left.value === right.value, right, left)", "write `left.value.equal(right.value)`"],
    ["select(1 !== right.value, right, left)", "write `right.value.notEqual(1)`"],
    [
      "select(!left.value.less(1), right, left)",
      "`!` of a node is always false: write `left.value.less(1).not()`",
    ],
    ["select(left.value.less(1) || flag, right, left)", "write `left.value.less(1).or(flag)`"],
    ["left ?? right", "A node is never null, so `??` always gives `left`"],
    ["(left.value.less(right.value) ? right : left)", "write `select(left.value.less(right.value), …, …)`"],
    ["{ while (left) {} }", "an operator has no loops over values"],
  ])("say what to write: %s", (body, expected) => {
    expect(messagesFor(withBody(body))).toEqual([expect.stringContaining(expected)]);
  });

  it("quote short code alone, on one line", () => {
    const long = `left.value${".add(right.value)".repeat(5)}`;
    expect(messagesFor(withBody(`${long} === right.value`))[0]).toContain("write `….equal(right.value)`");
    expect(messagesFor(withBody("left\n .value === right.value"))[0]).toContain(
      "`left .value.equal(right.value)`",
    );
  });
});

describe("the plugin", () => {
  it("is a plugin and a configuration of ESLint, by its types too", () => {
    const typed: ESLint.Plugin = plugin;
    const settings: Linter.Config = { plugins: { own: typed }, rules: { "own/no-silent-operators": "warn" } };
    expect(Object.keys(rules)).toEqual(["no-silent-operators"]);
    const found = new Linter().verify(withBody("left || right"), [settings]);
    expect(found).toMatchObject([{ ruleId: "own/no-silent-operators", severity: 1, messageId: "and" }]);
  });

  it("looks through what TypeScript puts around expressions", () => {
    const languageOptions = { parser: { parseForESLint: parseWithCasts } };
    expect(messagesFor(withBody("cast(left.value) === 1 ? right : left"), { languageOptions })).toHaveLength(
      1,
    );
    expect(
      messagesFor(withBody("{ const value = cast(left.value); return !cast(cast(value)); }"), {
        languageOptions,
      }),
    ).toEqual(["`!` of a node is always false: write `value.not()`."]);
  });
});

/** JavaScript in which `cast(x)` is read as TypeScript's `x as T`: no TypeScript parser is installed here. */
function parseWithCasts(code: string): { ast: never; visitorKeys: Record<string, string[]> } {
  const linter = new Linter();
  linter.verify(code, [{}]);
  const { ast, visitorKeys } = linter.getSourceCode();
  const isCast = (
    value: unknown,
  ): value is { callee: unknown; arguments: unknown[]; range: unknown; loc: unknown } =>
    (value as { callee?: { name?: string } } | null)?.callee?.name === "cast";
  const read = (key: string, value: unknown): unknown => {
    if (key === "parent") return undefined;
    return isCast(value)
      ? { type: "TSAsExpression", expression: value.arguments[0], range: value.range, loc: value.loc }
      : value;
  };
  const keys = Object.entries({ ...visitorKeys, TSAsExpression: ["expression"] });
  return {
    ast: JSON.parse(JSON.stringify(ast, read)) as never,
    visitorKeys: Object.fromEntries(keys.map(([type, parts]) => [type, [...parts]])),
  };
}
