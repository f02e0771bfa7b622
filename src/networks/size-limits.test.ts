import { describe, expect, it } from "vitest";
import {
  type Bracket,
  drawNetworkSvg,
  drawNetworkText,
  findNetworks,
  networksAt,
  parseBracketing,
  printBracket,
  serial,
} from "../networks.ts";
import { InvalidArgumentError, UnsupportedError } from "../values/errors.ts";

// What nobody can look at any more is refused before memory is taken for it.

describe("networks at a width", () => {
  it("are listed up to 4,096 wires", () => {
    const expected = '"width" must be an integer from 1 to 4096, got 4097';
    expect(() => networksAt(4097)).toThrow(expected);
    expect(() => findNetworks(parseBracketing("left-fold"), 4097)).toThrow(expected);
    expect(() => networksAt(4097)).toThrow(InvalidArgumentError);
  });
});

describe("drawings", () => {
  it.each([drawNetworkText, drawNetworkSvg])("have at most 2^24 places", (draw) => {
    const network = serial(8192);
    expect(() => draw(network)).toThrow(UnsupportedError);
    expect(() => draw(network)).toThrow("more than 16777216 places");
  });
});

describe("printBracket", () => {
  it("refuses a text without end, and stops where it is told", () => {
    let bracket: Bracket = 0;
    for (let level = 0; level < 40; level++) bracket = { left: bracket, right: bracket };
    expect(() => printBracket(bracket)).toThrow(
      '"bracket" must be of at most 1048576 elements, or printed with a "limit", got 1099511627776 elements',
    );
    expect(printBracket(bracket, { limit: 2 })).toMatch(/^\(+x0·x0\)·\(?…$/);
  });
});
