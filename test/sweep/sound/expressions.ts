import * as expressions from "../../../src/expressions.ts";
import { options } from "../options.ts";
import type { Sound } from "../room.ts";
import { VOCABULARY } from "./vocabulary.ts";

/** Written by hand: no constructor has looked at it. */
const network = {
  kind: "network",
  name: "mine",
  network: { width: 2, steps: [[[0, 1]]] },
};

export const EXPRESSIONS: Sound = {
  ...Object.fromEntries(Object.entries(VOCABULARY).filter(([name]) => name.split(" ")[0] in expressions)),
  depthOf: () => [expressions.blockDyadic(4), 8],
  "depthOf a network": () => [network, 8],
  errorBound: () => [{ kind: "binned", fold: 3 }, 8, "f64", options({ initialPlacement: "first" })],
  propertiesOf: () => [{ kind: "interleaved", laneCount: 4 }],
  "propertiesOf a network": () => [network],
  symbolic: () => [network, 4, options({ operator: "*", leaf: String, initial: "s", direction: "backward" })],
  symbolicScan: () => [network, "exclusive-scan", 4, options({ initial: "s", initialPlacement: "first" })],
};
