// All generators by name, in one table: texts, the command line and `networksAt` read it.
import { checkText } from "../../values/check-arguments.ts";
import { oneOf } from "../../values/check-name.ts";
import { describeText } from "../../values/describe.ts";
import { InvalidArgumentError } from "../../values/errors.ts";
import { frozen } from "../../values/frozen.ts";
import { MAX_WIDTH, type Network } from "../network.ts";
import { hanCarlson, harris, ladnerFischer } from "./harris.ts";
import { hillisSteele, knowles, koggeStone } from "./kogge-stone.ts";
import { recursiveLadnerFischer } from "./recursive-ladner-fischer.ts";
import { scanScanAdd } from "./scan-scan-add.ts";
import { serial } from "./serial.ts";
import { sklansky } from "./sklansky.ts";
import { brentKung, upDownSweep } from "./up-down-sweep.ts";

/** A family of networks under a name, with what may stand behind its colons. */
export interface Generator {
  readonly name: string;
  readonly parameters: string; // as a user writes them, "" for none
  readonly holds: string; // what it is, in a few words
  readonly make: (width: number, parameters: readonly string[]) => Network;
}

const PLAIN: Readonly<Record<string, (width: number) => Network>> = {
  serial,
  "kogge-stone": koggeStone,
  "hillis-steele": hillisSteele,
  sklansky,
  "brent-kung": brentKung,
  "up-down-sweep": upDownSweep,
};

/** The generators by the names that a user may write. */
export const GENERATORS: readonly Generator[] = frozen([
  plain("serial", "the plain loop"),
  plain("kogge-stone", "least depth with fan-out 2"),
  plain("hillis-steele", "the same, as a program has it"),
  plain("sklansky", "iterated pairwise at every prefix"),
  plain("brent-kung", "a tree up, a tree down"),
  {
    name: "ladner-fischer",
    parameters: "[:l]",
    holds: "sklansky between l levels up and down; l = 1",
    make: (width, given) => ladnerFischer(width, ...integers("ladner-fischer:l", given, 0, 1)),
  },
  {
    name: "recursive-ladner-fischer",
    parameters: "[:k]",
    holds: "Ladner and Fischer's own halves, of at most k steps more than the depth needs; k = 0",
    make: (width, given) =>
      recursiveLadnerFischer(width, ...integers("recursive-ladner-fischer:k", given, 0, 1)),
  },
  {
    name: "han-carlson",
    parameters: "[:l]",
    holds: "kogge-stone between l levels up and down; l = 1",
    make: (width, given) => hanCarlson(width, ...integers("han-carlson:l", given, 0, 1)),
  },
  {
    name: "knowles",
    parameters: ":f:f:…",
    holds: "lateral fan-outs, last level first; for idempotent operators",
    make: (width, given) => knowles(width, integers("knowles:f:f:…", given, 0, given.length)),
  },
  {
    name: "harris",
    parameters: ":l:f:t",
    holds: "at that place of Harris' taxonomy; l + f + t = ⌈log2 N⌉ − 1",
    make: (width, given) => {
      const [levels, fanOut, tracks] = integers("harris:l:f:t", given, 3, 3);
      return harris(width, levels, fanOut, tracks);
    },
  },
  plain("up-down-sweep", "Blelloch's exclusive scan, the start on wire 0"),
  {
    name: "scan-scan-add",
    parameters: ":B[:LOCAL[:OUTER]]",
    holds: "scans of blocks of B, of their totals, then additions; LOCAL = OUTER = sklansky",
    make: makeScanScanAdd,
  },
]);

/** What `generateNetwork` knows. */
export const GENERATOR_NAMES: readonly string[] = frozen(GENERATORS.map(({ name }) => name));

/**
 * The network that a name means at a width: `generateNetwork("ladner-fischer:1", 64)`.
 *
 * @throws InvalidArgumentError for an unknown name (with the nearest), for parameters that it does not have, and as the generators do
 */
export function generateNetwork(name: string, width: number): Network {
  const [family, ...parameters] = checkText("network", name).split(":");
  const found = GENERATORS.find((each) => each.name === family);
  if (found === undefined) {
    throw new InvalidArgumentError("network", oneOf(family, GENERATOR_NAMES), describeText(name));
  }
  return found.make(width, parameters);
}

function plain(name: string, holds: string): Generator {
  const make = PLAIN[name];
  return {
    name,
    parameters: "",
    holds,
    make: (width, given) => {
      integers(name, given, 0, 0);
      return make(width);
    },
  };
}

function makeScanScanAdd(width: number, [blockLength, ...parts]: readonly string[]): Network {
  const shape = "scan-scan-add:B[:LOCAL[:OUTER]]";
  const [length] = integers(shape, blockLength === undefined ? [] : [blockLength], 1, 1);
  if (parts.length > 2) throw new InvalidArgumentError("network", shape, `${parts.length + 1} parameters`);
  const [local = sklansky, outer = sklansky] = parts.map((part) => {
    if (Object.hasOwn(PLAIN, part)) return PLAIN[part];
    const expected = `${shape} of ${oneOf(part, Object.keys(PLAIN))}`;
    throw new InvalidArgumentError("network", expected, describeText(part));
  });
  return scanScanAdd(width, length, { local, outer });
}

/** The parameters as integers, at least and at most so many. */
function integers(shape: string, given: readonly string[], least: number, most: number): number[] {
  const wrong = given.find((text) => !/^\d{1,6}$/.test(text) || Number(text) > MAX_WIDTH);
  if (wrong !== undefined)
    throw new InvalidArgumentError("network", `${shape} of integers`, describeText(wrong));
  if (given.length >= least && given.length <= most) return given.map(Number);
  throw new InvalidArgumentError("network", shape, `${given.length} parameters`);
}
