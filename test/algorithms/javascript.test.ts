import { algorithmsJavascriptExecutor } from "../../src/executors/javascript/primitives/javascript-primitives.ts";
import { describeOracles } from "./run-oracles.ts";

describeOracles("on javascript", async () => ({ executor: algorithmsJavascriptExecutor }));
