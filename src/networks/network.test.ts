import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { anyNetwork } from "../../test/networks/any-network.ts";
import { InvalidArgumentError } from "../values/errors.ts";
import { directionOf, reverseNetwork } from "./direction.ts";
import { sklansky } from "./generators/sklansky.ts";
import { defineNetwork, isSameNetwork, type Step } from "./network.ts";
import { applyNetwork } from "./run-network.ts";

const join = (left: string, right: string): string => `(${left} ${right})`;

test("in a step all pairs read before any writes", () => {
  const network = defineNetwork(3, [
    [
      [0, 1],
      [1, 2],
    ],
  ]);
  expect(applyNetwork(network, ["a", "b", "c"], join)).toEqual(["a", "(a b)", "(b c)"]);
});

test("the lower wire stands on the left, whichever way a pair leads", () => {
  expect(applyNetwork(defineNetwork(2, [[[0, 1]]]), ["a", "b"], join)).toEqual(["a", "(a b)"]);
  expect(applyNetwork(defineNetwork(2, [[[1, 0]]]), ["a", "b"], join)).toEqual(["(a b)", "b"]);
});

describe("defineNetwork", () => {
  test("takes what every property's networks are", () => {
    fc.assert(
      fc.property(anyNetwork, (network) => {
        expect(defineNetwork(network.width, network.steps)).toEqual(network);
      }),
      { seed: 8 },
    );
  });

  test.each<[string, number, unknown, string]>([
    ["a width of 0", 0, [], '"width" must be an integer from 1 to 65536, got 0'],
    ["a width that is no integer", 1.5, [], '"width" must be an integer from 1 to 65536, got 1.5'],
    ["a width beyond all lists", 1e9, [], '"width" must be an integer from 1 to 65536, got 1000000000'],
    ["no steps", 2, "{}", '"steps" must be an array of steps, got "{}"'],
    ["a step that is none", 2, [[[0, 1]], 7], '"steps[1]" must be an array of pairs, got 7'],
    [
      "a pair that is none",
      2,
      [[0, 1]],
      '"steps[0][0]" must be a pair of wires, [source, destination], got 0',
    ],
    [
      "three wires",
      3,
      [[[0, 1, 2]]],
      '"steps[0][0]" must be a pair of wires, [source, destination], got an Array of length 3',
    ],
    ["a wire too high", 2, [[], [[0, 2]]], '"steps[1][0]" must be two wires from 0 to 1, got (0, 2)'],
    ["a wire below 0", 2, [[[-1, 1]]], '"steps[0][0]" must be two wires from 0 to 1, got (-1, 1)'],
    ["half a wire", 2, [[[0.5, 1]]], '"steps[0][0]" must be two wires from 0 to 1, got (0.5, 1)'],
    ["a wire by name", 2, [[["0", 1]]], '"steps[0][0]" must be two wires from 0 to 1, got ("0", 1)'],
    ["a wire with itself", 2, [[[1, 1]]], '"steps[0][0]" must be two different wires, got (1, 1)'],
    [
      "a wire written twice in a step",
      3,
      [
        [
          [0, 2],
          [1, 2],
        ],
      ],
      '"steps[0][1]" must be the only one of its step that writes its destination, got (1, 2), where wire 2 is written already',
    ],
  ])("refuses %s", (_name, width, steps, message) => {
    expect(() => defineNetwork(width, steps as Step[])).toThrow(
      new InvalidArgumentError("", "", "").constructor,
    );
    expect(() => defineNetwork(width, steps as Step[])).toThrow(message);
  });

  test("lets a wire be read twice in a step: that is fan-out", () => {
    expect(
      defineNetwork(3, [
        [
          [0, 1],
          [0, 2],
        ],
      ]).steps,
    ).toHaveLength(1);
  });
});

test("isSameNetwork looks at steps, not at the order within them", () => {
  const network = defineNetwork(4, [
    [
      [0, 1],
      [2, 3],
    ],
    [[1, 2]],
  ]);
  expect(
    isSameNetwork(
      network,
      defineNetwork(4, [
        [
          [2, 3],
          [0, 1],
        ],
        [[1, 2]],
      ]),
    ),
  ).toBe(true);
  expect(isSameNetwork(network, defineNetwork(5, network.steps))).toBe(false);
  expect(isSameNetwork(network, defineNetwork(4, [[[0, 1]], [[1, 2]]]))).toBe(false);
  expect(
    isSameNetwork(
      network,
      defineNetwork(4, [
        [
          [0, 1],
          [1, 3],
        ],
        [[1, 2]],
      ]),
    ),
  ).toBe(false);
  expect(isSameNetwork(network, defineNetwork(4, network.steps.slice(0, 1)))).toBe(false);
});

test("directionOf", () => {
  expect(directionOf(sklansky(8))).toBe("forward");
  expect(directionOf(reverseNetwork(sklansky(8)))).toBe("backward");
  expect(directionOf({ width: 1, steps: [] })).toBe("forward");
  expect(
    directionOf(
      defineNetwork(3, [
        [
          [0, 1],
          [2, 0],
        ],
      ]),
    ),
  ).toBe("forward"); // neither, and no validator takes it
});
