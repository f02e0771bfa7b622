import { InvalidArgumentError } from "../../values/errors.ts";
import { leastSquares } from "./least-squares.ts";

/** One measured run: what it cost, on how many processors, and how long it took. */
export interface TimedCost {
  readonly work: number;
  readonly span: number;
  readonly primitives: number; // how many of an executor's primitives it used: each is handed out, awaited and gathered
  readonly processors: number;
  readonly seconds: number;
}

/** time ≈ perWork · W/p + perSpan · S + perPrimitive · primitives, in seconds. None of them is negative. */
export interface TimeModel {
  readonly perWork: number;
  readonly perSpan: number;
  readonly perPrimitive: number; // the burden
  /** The largest and the median relative distance of a time from what the model says. */
  readonly worst: number;
  readonly median: number;
}

const TERMS = 3;

/**
 * The constants that measured times come nearest to: least squares on relative errors over every choice of terms whose coefficients are
 * positive.
 *
 * @throws InvalidArgumentError for fewer than four runs, and for runs that took no time
 */
export function fitTimes(runs: readonly TimedCost[]): TimeModel {
  if (runs.length < TERMS + 1 || runs.some(({ seconds }) => !(seconds > 0))) {
    const times = runs.map(({ seconds }) => seconds);
    throw new InvalidArgumentError("runs", "four and more that took some time", `[${times.join(", ")}]`);
  }
  const columns = [
    runs.map(({ work, processors, seconds }) => work / processors / seconds),
    runs.map(({ span, seconds }) => span / seconds),
    runs.map(({ primitives, seconds }) => primitives / seconds),
  ];
  let best: { readonly distance: number; readonly coefficients: readonly number[] } | undefined;
  for (let choice = 1; choice < 2 ** TERMS; choice++) {
    const chosen = columns.map((_, term) => ((choice >> term) & 1) === 1);
    const found = leastSquares(
      columns.filter((_, term) => chosen[term]),
      runs.map(() => 1),
    );
    if (!found.every((coefficient) => coefficient > 0)) continue;
    const rest = [...found];
    const coefficients = chosen.map((isChosen) => (isChosen ? (rest.shift() ?? 0) : 0));
    const distance = errorsOf(columns, coefficients).reduce((sum, error) => sum + error ** 2, 0);
    if (distance < (best?.distance ?? Number.POSITIVE_INFINITY)) best = { distance, coefficients };
  }
  // One positive column alone always fits somehow.
  const [perWork, perSpan, perPrimitive] = best?.coefficients ?? [0, 0, 0];
  const errors = errorsOf(columns, [perWork, perSpan, perPrimitive])
    .map(Math.abs)
    .sort((left, right) => left - right);
  return {
    perWork,
    perSpan,
    perPrimitive,
    worst: errors[errors.length - 1],
    median: errors[errors.length >> 1],
  };
}

/** What the model says that a run takes, in seconds. */
export function predictedSeconds(
  { perWork, perSpan, perPrimitive }: TimeModel,
  { work, span, primitives, processors }: Omit<TimedCost, "seconds">,
): number {
  return (perWork * work) / processors + perSpan * span + perPrimitive * primitives;
}

function errorsOf(columns: readonly (readonly number[])[], coefficients: readonly number[]): number[] {
  return columns[0].map(
    (_, run) => columns.reduce((sum, column, term) => sum + coefficients[term] * column[run], 0) - 1,
  );
}
