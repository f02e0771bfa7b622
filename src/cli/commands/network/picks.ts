// What an oracle picked, as a person reads it.
import type { OraclePick } from "../../../networks.ts";
import { numbersByName } from "../../report.ts";

/** A table for each hole: a row for each value of the first name in its places, a column for each of the second; a dot where nothing was picked. */
export function pickTables(picks: readonly OraclePick[]): readonly string[] {
  const holes = [...new Set(picks.map(({ hole }) => hole))];
  return holes.flatMap((hole) => [...tableOf(picks.filter((pick) => pick.hole === hole)), ""]);
}

function tableOf(picks: readonly OraclePick[]): readonly string[] {
  const firsts = ordered(picks.map(({ place }) => place.slice(0, -1).join(", ")));
  const seconds = [...new Set(picks.map(({ place }) => place.at(-1) ?? 0))].sort((one, other) => one - other);
  const rows = firsts.map((first) => [
    first,
    ...seconds.map((second) => {
      const found = picks.find(
        ({ place }) => place.slice(0, -1).join(", ") === first && (place.at(-1) ?? 0) === second,
      );
      return found === undefined ? "·" : String(found.value);
    }),
  ]);
  return numbersByName([[nameOf(picks[0].hole), ...seconds.map(String)], ...rows]);
}

function ordered(texts: readonly string[]): readonly string[] {
  return [...new Set(texts)].sort((one, other) => Number(one) - Number(other));
}

/** Holes that are no function's have a number. */
function nameOf(hole: string): string {
  return /^\d/.test(hole) ? `!!${hole}` : hole;
}
