import { javascriptExecutor, wasmExecutor } from "samebits";
import { witness } from "samebits/conformance";
import { publish } from "./publish.ts";

/** The whole table of `samebits witness`: which trees, and which values on hostile data. */
publish(() => witness([javascriptExecutor, wasmExecutor()]));
