import {
  agreementCount,
  type Bracketing,
  depthOfBrackets,
  drawNetworkSvg,
  GENERATORS,
  generateNetwork,
  metricsOf,
  minimumCombines,
  type Network,
  nameBrackets,
  networksAt,
  parseBracketing,
  prefixBrackets,
  printBracketing,
  validateNetwork,
} from "../../src/networks.ts";
import { between } from "./between.ts";
import { table } from "./table.ts";

const WIDTH = 64;
const LENGTHS = [16, 64, 256];
const ROWS = [
  "serial",
  "kogge-stone",
  "sklansky",
  "brent-kung",
  "up-down-sweep",
  "ladner-fischer:1",
  "ladner-fischer:2",
  "han-carlson:1",
  "han-carlson:2",
  "harris:0:1:4",
  "harris:0:2:3",
  "harris:1:1:3",
  "scan-scan-add:4",
  "scan-scan-add:4:sklansky:serial",
];
const COLUMNS = [
  "iterated-pairwise",
  "mirror",
  "dyadic-left",
  "left-fold",
  "block-dyadic:2",
  "block-dyadic:4",
  "linear-carry:4",
].map(parseBracketing);
const COUNTED = [
  ...COLUMNS,
  ...["block-dyadic:8", "linear-carry:8", "carry(2, mirror)", "peer(4, mirror)"].map(parseBracketing),
];

/** The pictures of docs/networks.md. */
export const NETWORK_FIGURES = ["sklansky", "kogge-stone", "brent-kung"].map((name) => ({
  file: `docs/figures/network-${name}-16.svg`,
  make: () => drawNetworkSvg(generateNetwork(name, 16), { title: `${name}, N = 16`, output: 11 }),
}));

/** docs/networks.md with its tables made anew. */
export function networksDocument(present: string): string {
  const tables = { generators, networks, agreement, combines };
  return Object.entries(tables).reduce(
    (text, [name, make]) => between(text, name, make().trimEnd()),
    present,
  );
}

function generators(): string {
  const rows = GENERATORS.map(({ name, parameters, holds }) => [`\`${name}${parameters}\``, holds]);
  return table([["name", "what it is"], ...rows]);
}

function networks(): string {
  const rows = networksAt(WIDTH).map(({ name, aliases, network }) => {
    const { size, stepCount, depth, fanOut, trackCount, harris } = metricsOf(network);
    const place = harris === undefined ? "" : `(${harris.levels}, ${harris.fanOut}, ${harris.tracks})`;
    return [
      [name, ...aliases].map((each) => `\`${each}\``).join(", "),
      ...[size, stepCount, depth, fanOut, trackCount].map(String),
      place,
      expressionOf(network),
    ];
  });
  return table([
    [`network, N = ${WIDTH}`, "size", "steps", "depth", "fan-out", "tracks", "(l, f, t)", "expression"],
    ...rows,
  ]);
}

function expressionOf(network: Network): string {
  const named = nameBrackets(network);
  return named === undefined
    ? `– (${validateNetwork(network).serves} operators only)`
    : `\`${printBracketing(named)}\``;
}

function agreement(): string {
  const rows = ROWS.map((name) => {
    const network = generateNetwork(name, WIDTH);
    const counts = COLUMNS.map((bracketing) => agreementCount(network, bracketing));
    return [`\`${name}\``, ...counts.map((count) => (count === WIDTH ? "**all**" : String(count)))];
  });
  return table([["network", ...COLUMNS.map(nameOf)], ...rows]);
}

function combines(): string {
  const longest = LENGTHS[LENGTHS.length - 1];
  const rows = COUNTED.map((bracketing) => [
    nameOf(bracketing),
    ...LENGTHS.map((length) => String(minimumCombines(bracketing, length))),
    String(depthOfBrackets(prefixBrackets(bracketing, longest))),
  ]);
  return table([["expression", ...LENGTHS.map((length) => `N = ${length}`), `depth at ${longest}`], ...rows]);
}

function nameOf(bracketing: Bracketing): string {
  return `\`${printBracketing(bracketing)}\``;
}
