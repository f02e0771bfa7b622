// Where each document stands on the site. What no section names comes at the end of Guides, so that a new page is never lost.

/**
 * @typedef {object} Section
 * @property {string} title
 * @property {readonly string[]} pages  addresses without ".html", in their order
 * @property {string} [folder]  whose pages follow, by name
 */

/** @type {readonly Section[]} */
export const SECTIONS = [
  { title: "Start", pages: ["start", "first-five-minutes"] },
  { title: "Choose", pages: ["expressions", "which-import", "determinism"] },
  {
    title: "Guides",
    pages: [
      "reduce-and-scan",
      "algorithms",
      "tables",
      "data-frames",
      "matrices",
      "elementary",
      "order-free-sums",
      "streams",
      "webgpu",
      "browsers-and-bundlers",
      "operator-language",
      "combinators",
      "laws",
      "lint-rule",
      "language",
      "networks",
      "synthesis",
      "sketches",
      "hierarchical-scans",
      "revealing",
      "comparing",
      "accuracy",
      "simulator",
      "many-machines",
      "command-line",
      "questions",
    ],
  },
  { title: "Ideas", pages: ["what-scans-are-for", "notes/index"], folder: "notes" },
  {
    title: "Reference",
    pages: [
      "contracts",
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
      "speed",
      "notes/who-adds-how",
      "engines",
      "notes/determinism-figures",
      "vectors",
      "optimal-networks",
      "cost-model",
      "notes/program-costs",
      "errata",
      "benchmarks",
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
