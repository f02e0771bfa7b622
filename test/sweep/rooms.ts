import * as accuracy from "../../src/accuracy.ts";
import * as algorithms from "../../src/algorithms.ts";
import * as cluster from "../../src/cluster.ts";
import * as conformance from "../../src/conformance.ts";
import * as elementary from "../../src/elementary.ts";
import * as eslint from "../../src/eslint-plugin.ts";
import * as expressions from "../../src/expressions.ts";
import * as formats from "../../src/formats.ts";
import * as samebits from "../../src/index.ts";
import * as javascript from "../../src/javascript.ts";
import * as language from "../../src/language.ts";
import * as laws from "../../src/laws.ts";
import * as matrices from "../../src/matrices.ts";
import * as networks from "../../src/networks.ts";
import * as operators from "../../src/operators.ts";
import * as plots from "../../src/plots.ts";
import * as reveal from "../../src/reveal.ts";
import * as simulator from "../../src/simulator.ts";
import * as streams from "../../src/streams.ts";
import * as summaries from "../../src/summaries.ts";
import * as sums from "../../src/sums.ts";
import type { Room } from "./room.ts";
import { ALGORITHMS } from "./sound/algorithms.ts";
import { CLUSTER } from "./sound/cluster.ts";
import { ELEMENTARY } from "./sound/elementary.ts";
import { EXPRESSIONS } from "./sound/expressions.ts";
import { FORMATS } from "./sound/formats.ts";
import { LANGUAGE } from "./sound/language.ts";
import { LAWS } from "./sound/laws.ts";
import { MATRICES } from "./sound/matrices.ts";
import { ACCURACY, CONFORMANCE, PLOTS, REVEAL, SIMULATOR } from "./sound/measuring.ts";
import { NETWORKS } from "./sound/networks.ts";
import { OPERATORS } from "./sound/operators.ts";
import { STREAMS } from "./sound/streams.ts";
import { SUMMARIES } from "./sound/summaries.ts";
import { VOCABULARY } from "./sound/vocabulary.ts";

const EVERYDAY = { ...VOCABULARY, wasmExecutor: () => [] };

const only = (door: object): Readonly<Record<string, () => readonly unknown[]>> =>
  Object.fromEntries(Object.entries(EVERYDAY).filter(([name]) => name.split(" ")[0] in door));

/** By entry point, in the order of package.json. */
export const ROOMS: Readonly<Record<string, Room>> = {
  ".": { door: samebits, sound: only(samebits) },
  "./javascript": { door: javascript, sound: only(javascript) },
  "./sums": { door: sums, sound: only(sums) },
  "./algorithms": { door: algorithms, sound: ALGORITHMS },
  "./elementary": { door: elementary, sound: ELEMENTARY },
  "./matrices": { door: matrices, sound: MATRICES },
  "./streams": { door: streams, sound: STREAMS },
  "./expressions": { door: expressions, sound: EXPRESSIONS },
  "./networks": { door: networks, sound: NETWORKS },
  "./operators": { door: operators, sound: OPERATORS },
  "./language": { door: language, sound: LANGUAGE },
  "./laws": { door: laws, sound: LAWS },
  "./formats": { door: formats, sound: FORMATS },
  "./summaries": { door: summaries, sound: SUMMARIES },
  "./conformance": { door: conformance, sound: CONFORMANCE },
  "./accuracy": { door: accuracy, sound: ACCURACY },
  "./plots": { door: plots, sound: PLOTS },
  "./reveal": { door: reveal, sound: REVEAL },
  "./simulator": { door: simulator, sound: SIMULATOR },
  "./cluster": { door: cluster, sound: CLUSTER },
  "./eslint-plugin": { door: eslint, sound: {} },
};
