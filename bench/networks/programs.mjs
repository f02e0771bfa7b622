// Loop programs from one drawn example each: how long it takes, whether they are of the example's family, and whether they are proved for every N.
import { mkdir, writeFile } from "node:fs/promises";
import {
  certifyProgram,
  encodeProgramCertificate,
  expandProgram,
  generateNetwork,
  isSameNetwork,
  networksAt,
  openZ3,
  printProgram,
  synthesizeLeaf,
} from "samebits/networks";

/** Where certificates are kept; a test follows them all. */
const PROOFS = new URL("../../proofs/programs/", import.meta.url);

const EXAMPLE_WIDTHS = [8, 16, 32];

/** Widths at which a program is compared with the generator. */
const FAMILY_WIDTHS = [5, 6, 7, 11, 13, 24, 37, 48, 64, 100, 129, 256, 1000, 1024];

const ROUNDS = 5;

/** @param {{ readonly now: () => number, readonly log: (line: string) => void }} context */
async function measure({ now, log }) {
  const z3 = await openZ3();
  await mkdir(PROOFS, { recursive: true });
  const rows = [];
  try {
    for (const width of EXAMPLE_WIDTHS) {
      for (const { name, aliases, network } of networksAt(width)) {
        const times = [];
        let found;
        for (let round = 0; round < ROUNDS; round++) {
          const start = now();
          found = synthesizeLeaf(network);
          times.push(now() - start);
        }
        const row = {
          width,
          name,
          aliases,
          milliseconds: rounded(Math.min(...times)),
          triedCount: found.triedCount,
        };
        if (found.kind === "program") rows.push({ ...row, ...(await factsOf(found, row, z3, now)) });
        else rows.push({ ...row, reason: found.reason });
        log(`${width} ${name}`);
      }
    }
  } finally {
    await z3.close();
  }
  return rows;
}

async function factsOf({ program, serves }, { width, name, aliases }, z3, now) {
  const start = now();
  const proof = await certifyProgram(program, z3, { serves });
  const proofMilliseconds = rounded(now() - start);
  if (proof.kind === "proved" && width === 16) {
    await writeFile(
      new URL(`${name.replaceAll(":", "-")}.json`, PROOFS),
      encodeProgramCertificate(proof.certificate),
    );
  }
  const families = [name, ...aliases].filter((each) => isFamily(program, each));
  return {
    phases: program.phases.length,
    serves,
    families,
    program: printProgram(program),
    proof: proof.kind,
    ...(proof.kind === "proved" ? { obligations: proof.obligationCount } : { reason: proof.reason }),
    proofMilliseconds,
  };
}

/** Whether a program makes a generator's network at all widths; a name of Harris' gives his levels and fan-out. */
function isFamily(program, name) {
  return FAMILY_WIDTHS.every((width) => {
    const asked = nameAt(name, width);
    return asked === undefined || isSameNetwork(expandProgram(program, width), generateNetwork(asked, width));
  });
}

function nameAt(name, width) {
  const levels = Math.ceil(Math.log2(width));
  const [family, ...parameters] = name.split(":");
  if (family === "harris") {
    const [sparse, fanOut] = parameters.map(Number);
    const tracks = levels - 1 - sparse - fanOut;
    return tracks < 0 ? undefined : `harris:${sparse}:${fanOut}:${tracks}`;
  }
  return family === "knowles" ? `knowles:2${":1".repeat(levels - 1)}` : name;
}

function rounded(value) {
  return Number(value.toPrecision(2));
}

/** @param {Awaited<ReturnType<typeof measure>>} rows */
function markdown(rows) {
  const names = new Map();
  for (const row of rows) names.set(row.name.replace(/^(knowles:2):.*/, "$1:1:…"), []);
  for (const row of rows) names.get(row.name.replace(/^(knowles:2):.*/, "$1:1:…")).push(row);
  const lines = [...names].map(([name, found]) => {
    const at = (width) => {
      const row = found.find((each) => each.width === width);
      return row === undefined ? "" : "phases" in row ? String(row.milliseconds) : "–";
    };
    const largest = found.filter((row) => "phases" in row).at(-1);
    const proof =
      largest?.proof === "proved" ? `${largest.obligations} statements` : `tested only: ${largest?.reason}`;
    const family = largest?.families.length > 0 ? "yes" : `another, from ${largest?.width} on its own`;
    return `| \`${name}\` | ${EXAMPLE_WIDTHS.map(at).join(" | ")} | ${largest?.phases} | ${family} | ${proof} |`;
  });
  return [
    `| network | ${EXAMPLE_WIDTHS.map((width) => `ms, from ${width}`).join(" | ")} | phases | the same family | proved for every N |`,
    `| --- | ${EXAMPLE_WIDTHS.map(() => "---").join(" | ")} | --- | --- | --- |`,
    ...lines,
  ].join("\n");
}

export const table = { name: "programs", document: "docs/synthesis.md", measure, markdown };
