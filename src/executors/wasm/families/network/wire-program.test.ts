import { describe, expect, it } from "vitest";
import { generateNetwork } from "../../../../networks/generators/generate-network.ts";
import { networksAt } from "../../../../networks/generators/networks-at.ts";
import { metricsOf } from "../../../../networks/metrics.ts";
import { networkRows } from "../../../../networks/network-rows.ts";
import { checkIntervals } from "../../../../networks/validators/check-intervals.ts";
import { showsInLast, type WireProgram, wireProgram, wiresOf } from "./wire-program.ts";

/** The outputs of a program, as words of elements with their brackets. */
function outputsOf(program: WireProgram): readonly string[] {
  const places: string[] = [];
  return Array.from(wiresOf(program), ({ place, combines }, wire) => {
    let value = `${wire}`;
    places[place] = value;
    for (const { left, place: next } of combines) {
      value = `(${places[left]} ${value})`;
      places[next] = value;
    }
    return value;
  });
}

const WIDTHS = [1, 2, 5, 8, 13, 16, 32];
const scans = WIDTHS.flatMap((width) =>
  networksAt(width)
    .filter(({ network }) => checkIntervals(network).holds)
    .filter(({ network }) => network.steps.flat().every(([source, destination]) => source < destination))
    .map(({ name, network }) => ({ name: `${name} ${width}`, network, width })),
);

describe("a program of wires", () => {
  it("makes every output with one combine for each pair, and the last with one less than it has elements", () => {
    expect(scans.length).toBeGreaterThan(40);
    for (const { name, network, width } of scans) {
      const rows = networkRows(network);
      const all = wireProgram(rows, width, "every-output");
      const last = wireProgram(rows, width, "last-output");
      expect(all.combines, name).toBe(metricsOf(network).size);
      expect(last.combines, name).toBe(width - 1);
      expect(outputsOf(last).at(-1), name).toBe(outputsOf(all).at(-1));
      expect(outputsOf(all).map((word) => word.replace(/\D+/g, " ").trim())).toEqual(
        Array.from({ length: width }, (_, i) => Array.from({ length: i + 1 }, (_, j) => j).join(" ")),
      );
    }
  });

  it("makes of the first wires what the whole makes of them", () => {
    for (const { network, width, name } of scans.filter((each) => each.width === 13)) {
      const rows = networkRows(network);
      const outputs = outputsOf(wireProgram(rows, width, "every-output"));
      for (let length = 1; length <= width; length++) {
        expect(outputsOf(wireProgram(rows, length, "every-output")), name).toEqual(outputs.slice(0, length));
        expect(outputsOf(wireProgram(rows, length, "last-output")).at(-1), name).toBe(outputs[length - 1]);
      }
    }
  });

  it("holds log2 N values at a time for Sklansky's and Brent and Kung's networks, one for a chain, N for Kogge and Stone's", () => {
    const places = (name: string): number =>
      wireProgram(networkRows(generateNetwork(name, 1024)), 1024, "every-output").places - 1;
    expect(places("serial")).toBeLessThanOrEqual(2);
    expect(places("sklansky")).toBeLessThanOrEqual(11);
    expect(places("brent-kung")).toBeLessThanOrEqual(20);
    expect(places("kogge-stone")).toBeGreaterThan(1000);
  });

  it("knows of which networks a NaN shows in the last output", () => {
    const shows = (name: string): boolean => showsInLast(networkRows(generateNetwork(name, 16)), 16);
    expect(["serial", "sklansky", "brent-kung", "ladner-fischer:1"].map(shows)).toEqual([
      true,
      true,
      true,
      true,
    ]);
    expect(["kogge-stone", "han-carlson:1"].map(shows)).toEqual([false, false]);
  });
});
