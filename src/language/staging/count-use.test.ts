import { expect, it } from "vitest";
import { runCallOn } from "../../algorithms/run-call.ts";
import { algorithmsJavascriptExecutor } from "../../executors/javascript/primitives/javascript-primitives.ts";
import { compile, executorUse } from "../../language.ts";
import { countUse } from "./count-use.ts";

const program = compile(`
  entry sums (xs: []i32): []i32 = scan (+) 0 (map (* 2) xs)
  entry total (xs: []i32): i32 = reduce (+) 0 (map (* 2) xs)`);

it("counts what an executor is given to do and what goes in and out, and changes nothing of the result", () => {
  const operands = program.randomOperands("sums", 1000);
  const { call, use } = countUse(program.callOf("sums", operands));
  expect(use()).toEqual({ primitives: 0, movedBytes: 4000 });
  const counted = runCallOn(algorithmsJavascriptExecutor, call);
  expect(use()).toEqual({ primitives: 2, movedBytes: 8000 });
  expect(counted).toEqual(program.interpret("sums", operands));
});

it("is of the executor that is asked: one that fuses has less to do", () => {
  const operands = program.randomOperands("total", 10_000);
  const plain = executorUse(program, "total", operands, { on: algorithmsJavascriptExecutor });
  const fused = executorUse(program, "total", operands);
  expect([plain.primitives, fused.primitives]).toEqual([2, 1]);
});
