const PURE = "/* @__PURE__ */ ";

/**
 * Says of each constant of a built file what package.json says of whole files: where nobody uses it, it need not be made. Files of the build hold
 * what many files of `src` have, and bundlers keep whatever may do something: calls, and, as esbuild has it, spreads and members. A bundle of
 * `sort` alone would be 20 kB larger, gzipped.
 *
 * @returns {import("tsdown").Rolldown.Plugin}
 */
export function pureInitialisers() {
  return {
    name: "pure-initialisers",
    renderChunk(code, { fileName, moduleIds }) {
      const isOurs = moduleIds.every((id) => !id.includes("/node_modules/")); // of others we know nothing
      if (!isOurs || !fileName.endsWith(".mjs")) return undefined;
      const marks = this.parse(code).body.flatMap(initialisersOf).flatMap(marksOf);
      return { code: inserted(code, marks), map: null };
    },
  };
}

/**
 * @typedef {{ readonly type: string, readonly start: number, readonly end: number }} Node of a syntax tree, as ESTree has it
 * @typedef {{ readonly at: number, readonly text: string }} Mark
 */

/** What the constants of a statement at the top of a file are made by. @param {Node} statement @returns {readonly Node[]} */
function initialisersOf(statement) {
  const declared = statement.type === "ExportNamedDeclaration" ? field(statement, "declaration") : statement;
  if (!isNode(declared) || declared.type !== "VariableDeclaration") return [];
  const declarators = /** @type {readonly Node[]} */ (field(declared, "declarations"));
  return declarators.map((each) => field(each, "init")).filter(isNode);
}

/** Calls alone are marked as they stand; where there is more, a function that is called at once is all that can be. @param {Node} node @returns {readonly Mark[]} */
function marksOf(node) {
  const parts = partsThatRun(node);
  if (parts.every(isCall)) return parts.map(({ start }) => ({ at: start, text: PURE }));
  return [
    { at: node.start, text: `${PURE}(() => (` },
    { at: node.end, text: "))()" },
  ];
}

/** What bundlers take for doing something when an expression is evaluated: not what is inside functions. @param {unknown} node @returns {readonly Node[]} */
function partsThatRun(node) {
  if (Array.isArray(node)) return node.flatMap(partsThatRun);
  if (!isNode(node) || /Function|^Class/.test(node.type)) return [];
  const own = isCall(node) || node.type === "SpreadElement" || node.type === "MemberExpression" ? [node] : [];
  return [...own, ...partsInside(node).flatMap(partsThatRun)];
}

/** The mark of a call covers the member that is called. @param {Node} node @returns {readonly unknown[]} */
function partsInside(node) {
  if (!isCall(node)) return Object.values(node);
  const callee = field(node, "callee");
  const isMember = isNode(callee) && callee.type === "MemberExpression";
  return [isMember ? field(callee, "object") : callee, field(node, "arguments")];
}

/** @param {Node} node */
function isCall({ type }) {
  return type === "CallExpression" || type === "NewExpression";
}

/** @param {unknown} value @returns {value is Node} */
function isNode(value) {
  return typeof value === "object" && value !== null && "type" in value && typeof value.type === "string";
}

/** @param {Node} node @param {string} name @returns {unknown} */
function field(node, name) {
  return Reflect.get(node, name);
}

/** @param {string} code @param {readonly Mark[]} marks */
function inserted(code, marks) {
  const sorted = [...marks].sort((one, other) => one.at - other.at);
  const starts = [0, ...sorted.map(({ at }) => at)];
  const texts = [...sorted.map(({ text }) => text), ""];
  return starts.map((start, i) => code.slice(start, starts[i + 1]) + texts[i]).join("");
}
