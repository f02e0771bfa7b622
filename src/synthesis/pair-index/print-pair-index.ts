import { copyPairIndex } from "./copy-pair-index.ts";
import { printIndexFunction } from "./index-function.ts";
import type { PairIndexProgram, WidthForm } from "./pair-index-model.ts";

/**
 * A program in the notation of the published formulas: h, f and g of each phase, numbered where there are several. The loop of a phase
 * stands beside it where it is not `for (i = 0; i < h(N); i++)`.
 */
export function printPairIndex(program: PairIndexProgram): string {
  const { phases } = copyPairIndex(program);
  return phases
    .map(({ first, count, direction, f, g }, index) => {
      const number = phases.length === 1 ? "" : String(index + 1);
      const start = printWidthForm(first);
      const end = `h${number}(N)${start === "0" ? "" : ` + ${start}`}`;
      const loop =
        direction === "up"
          ? `for (i = ${start}; i < ${end}; i++)`
          : `for (i = ${end} − 1; i >= ${start}; i--)`;
      return [
        `h${number}(N) = ${printWidthForm(count)}${direction === "up" && start === "0" ? "" : `   ${loop}`}`,
        `f${number}(i, j) = ${printIndexFunction(f)}`,
        `g${number}(i, j) = ${printIndexFunction(g)}`,
        "",
      ].join("\n");
    })
    .join("\n");
}

export function printWidthForm({ logs, widths, constant }: WidthForm): string {
  const parts = [
    ...(logs === 0 ? [] : [logs === 1 ? "log(N)" : `${logs}·log(N)`]),
    ...(widths === 0 ? [] : [widths === 1 ? "N" : `${widths}·N`]),
  ].join(" + ");
  if (parts === "") return String(constant);
  if (constant === 0) return parts;
  return `${parts} ${constant < 0 ? "−" : "+"} ${Math.abs(constant)}`;
}
