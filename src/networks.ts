// samebits/networks: scan networks as data, from generators or texts; what they are scans for, which trees they build, what they cost, how they look.
export { applyNetwork, applyNetworkExclusively, type Combine } from "./networks/apply-network.ts";
export { agreementCount } from "./networks/brackets/agreement-count.ts";
export {
  type Bracket,
  type BracketNode,
  bracketMaker,
  type MakeBracket,
} from "./networks/brackets/bracket.ts";
export { type BlockBracketing, type Bracketing, PLAIN_BRACKETINGS } from "./networks/brackets/bracketing.ts";
export { bracketsOf } from "./networks/brackets/brackets-of.ts";
export {
  depthOfBrackets,
  distinctCombineCount,
  minimumCombines,
} from "./networks/brackets/count-combines.ts";
export { findNetworks } from "./networks/brackets/find-networks.ts";
export { nameBrackets } from "./networks/brackets/name-brackets.ts";
export { BRACKETING_NAMES, parseBracketing } from "./networks/brackets/parse-bracketing.ts";
export { prefixBrackets } from "./networks/brackets/prefix-brackets.ts";
export { type PrintBracketOptions, printBracket } from "./networks/brackets/print-bracket.ts";
export { printBracketing } from "./networks/brackets/print-bracketing.ts";
export { directionOf } from "./networks/direction.ts";
export { type DrawSvgOptions, drawNetworkSvg } from "./networks/drawing/draw-svg.ts";
export { type DrawTextOptions, drawNetworkText } from "./networks/drawing/draw-text.ts";
export { brentKung } from "./networks/generators/brent-kung.ts";
export {
  GENERATOR_NAMES,
  GENERATORS,
  type Generator,
  generateNetwork,
} from "./networks/generators/generate-network.ts";
export { hanCarlson } from "./networks/generators/han-carlson.ts";
export { harris } from "./networks/generators/harris.ts";
export { hillisSteele } from "./networks/generators/hillis-steele.ts";
export { knowles } from "./networks/generators/knowles.ts";
export { koggeStone } from "./networks/generators/kogge-stone.ts";
export { ladnerFischer } from "./networks/generators/ladner-fischer.ts";
export { type NamedNetwork, networksAt } from "./networks/generators/networks-at.ts";
export { type ScanScanAddParts, scanScanAdd } from "./networks/generators/scan-scan-add.ts";
export { serial } from "./networks/generators/serial.ts";
export { sklansky } from "./networks/generators/sklansky.ts";
export { upDownSweep } from "./networks/generators/up-down-sweep.ts";
export { type HarrisPlace, metricsOf, type NetworkMetrics } from "./networks/metrics.ts";
export { defineNetwork, isSameNetwork, type Network, type Pair, type Step } from "./networks/network.ts";
export { reverseNetwork } from "./networks/reverse-network.ts";
export { decodeNetwork } from "./networks/text/decode-network.ts";
export { encodeNetwork } from "./networks/text/encode-network.ts";
export { type ParseNetworkOptions, parseNetwork } from "./networks/text/parse-network.ts";
export { printNetwork } from "./networks/text/print-network.ts";
export { readNetwork } from "./networks/text/read-network.ts";
export { checkBrackets } from "./networks/validators/check-brackets.ts";
export { checkIdempotent, checkIntervals } from "./networks/validators/check-intervals.ts";
export { checkPowersOfTwo } from "./networks/validators/check-powers-of-two.ts";
export { checkSums } from "./networks/validators/check-sums.ts";
export {
  SERVED,
  type Served,
  type Validation,
  validateNetwork,
} from "./networks/validators/validate-network.ts";
export type { NetworkVerdict, ValidatorName } from "./networks/validators/verdict.ts";
export {
  FormatError,
  InvalidArgumentError,
  LengthMismatchError,
  NetworkSyntaxError,
  SamebitsError,
} from "./values/errors.ts";
