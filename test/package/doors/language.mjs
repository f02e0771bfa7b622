import { compile, run } from "samebits/language";

export function probe() {
  const program = compile("entry dot [n] (xs: [n]f64) (ys: [n]f64): f64 = reduce (+) 0 (map2 (*) xs ys)");
  const xs = Float64Array.of(1, 4, 2, 8);
  return [run(program, "dot", [xs, xs]), program.interpret("dot", [xs, xs])];
}
