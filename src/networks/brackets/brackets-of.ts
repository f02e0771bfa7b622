import { checkFunction } from "../../values/check-arguments.ts";
import { copyNetwork, type Network } from "../network.ts";
import { runNetwork } from "../run-network.ts";
import { type Bracket, bracketMaker, type MakeBracket } from "./bracket.ts";

/** The bracket that leaves on every wire: the exact tree of each output, whatever the operator. Made by `make`, for comparing with others of its. */
export function bracketsOf(given: Network, make: MakeBracket = bracketMaker()): readonly Bracket[] {
  const network = copyNetwork(given);
  checkFunction("make", make);
  const leaves = Array.from({ length: network.width }, (_, wire): Bracket => wire);
  return runNetwork(network, leaves, make);
}
