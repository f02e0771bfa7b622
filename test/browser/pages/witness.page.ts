import { witness } from "samebits/conformance";
import { onlineJavascriptExecutor, onlineWasmExecutor } from "samebits/streams"; // with sums and networks
import { publish } from "./publish.ts";

/** The whole table of `samebits witness`: which trees, and which values on hostile data. */
publish(() => witness([onlineJavascriptExecutor, onlineWasmExecutor()]));
