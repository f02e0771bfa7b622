import { witness } from "samebits/conformance";
import { onlineJavascriptExecutor, onlineWasmExecutor } from "samebits/streams"; // with sums and networks
import { publish } from "./publish.ts";

declare const IS_LONG_RUN: boolean; // of `npm run test:long`, told by the bundler

/** The whole table of `samebits witness`: which trees, and which values on hostile data. In the long run at its own length of 4,099. */
publish(() =>
  witness([onlineJavascriptExecutor, onlineWasmExecutor()], { length: IS_LONG_RUN ? undefined : 1031 }),
);
