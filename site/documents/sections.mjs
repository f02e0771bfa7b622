// Where each document stands on the site. What no section names comes at the end of Guides, so that a new page is never lost.

/**
 * @typedef {object} Section
 * @property {string} title
 * @property {readonly string[]} pages  addresses without ".html", in their order
 * @property {string} [folder]  whose pages follow, by name
 */

/** @type {readonly Section[]} */
export const SECTIONS = [
  { title: "Start", pages: ["start", "first-five-minutes", "questions"] },
  { title: "Choose", pages: ["expressions", "which-import", "determinism"] },
  {
    title: "Guides",
    pages: [
      "reduce-and-scan",
      "algorithms",
      "data-frames",
      "tables",
      "matrices",
      "elementary",
      "order-free-sums",
      "browsers-and-bundlers",
      "workers",
      "webgpu",
      "streams",
      "many-machines",
      "operator-language",
      "combinators",
      "laws",
      "lint-rule",
      "language",
      "cost-model",
      "accuracy",
      "comparing",
      "revealing",
      "command-line",
    ],
  },
  {
    title: "Ideas",
    pages: [
      "what-scans-are-for",
      "networks",
      "synthesis",
      "sketches",
      "hierarchical-scans",
      "simulator",
      "notes/index",
    ],
    folder: "notes",
  },
  {
    title: "Reference",
    pages: [
      "contracts",
      "errors",
      "glossary",
      "examples/index",
      "architecture",
      "contributing",
      "changelog",
      "security",
      "conduct",
    ],
    folder: "reference",
  },
  {
    title: "Evidence",
    pages: [
      "engines",
      "vectors",
      "speed",
      "benchmarks",
      "notes/program-costs",
      "notes/who-adds-how",
      "notes/determinism-figures",
      "optimal-networks",
      "papers",
      "errata",
    ],
  },
  { title: "Decisions", pages: ["decisions/index"], folder: "decisions" },
];

/** Documents outside docs/, by their path in the repository. */
export const OTHER_DOCUMENTS = {
  "README.md": "start",
  "ARCHITECTURE.md": "architecture",
  "CONTRIBUTING.md": "contributing",
  "CHANGELOG.md": "changelog",
  "SECURITY.md": "security",
  "CODE_OF_CONDUCT.md": "conduct",
  "vectors/README.md": "vectors",
  "bench/README.md": "benchmarks",
};
