import { parseElement } from "../../../formats.ts";
import { InvalidArgumentError } from "../../../index.ts";
import { parseLength } from "../../options/parse.ts";

/** Which bins were asked for. */
export type AskedBins =
  | {
      readonly kind: "even";
      readonly binCount: number;
      readonly range: readonly [number, number] | undefined;
    }
  | { readonly kind: "edges"; readonly edges: readonly number[] }
  | { readonly kind: "categories"; readonly categories: number };

export interface BinArguments {
  readonly bins?: number;
  readonly range?: readonly [number, number];
  readonly edges?: readonly number[];
  readonly categories?: number;
}

const DEFAULT_BINS = 20;

/** The bins of these options, of which no two kinds go together. @throws InvalidArgumentError */
export function askedBins({ bins, range, edges, categories }: BinArguments): AskedBins {
  const isEven = bins !== undefined || range !== undefined;
  if (edges !== undefined) {
    if (isEven || categories !== undefined) throw alone("edges");
    return { kind: "edges", edges };
  }
  if (categories !== undefined) {
    if (isEven) throw alone("categories");
    return { kind: "categories", categories };
  }
  return { kind: "even", binCount: bins ?? DEFAULT_BINS, range };
}

function alone(name: string): InvalidArgumentError {
  const expected =
    "given alone, as --bins and --range, --edges and --categories are three ways to say one thing";
  return new InvalidArgumentError(name, expected, "others");
}

/** A number of bins, 1 or more. */
export function parseBins(text: string, argument: "bins" | "categories" = "bins"): number {
  const count = /^[0-9]+$/.test(text) ? parseLength(text) : 0;
  if (count > 0) return count;
  throw new InvalidArgumentError(argument, "a number of bins in digits, 1 or more", JSON.stringify(text));
}

/** `LOW,HIGH`: two numbers, the first less. */
export function parseRange(text: string): readonly [number, number] {
  const ends = numbersOf(text, "range", "LOW,HIGH, two numbers");
  if (ends.length === 2 && ends[0] < ends[1]) return [ends[0], ends[1]];
  throw new InvalidArgumentError(
    "range",
    "LOW,HIGH, two numbers with LOW less than HIGH",
    JSON.stringify(text),
  );
}

/** `0,1.5,inf`: numbers that increase. */
export function parseEdges(text: string): readonly number[] {
  const edges = numbersOf(text, "edges", "numbers with commas between them, as in 0,15,60,inf");
  const place = edges.findIndex((edge, i) => i > 0 && !(edges[i - 1] < edge));
  if (edges.length >= 2 && place === -1) return edges;
  const expected = "two or more numbers that increase";
  const fact = place === -1 ? JSON.stringify(text) : `${edges[place]} after ${edges[place - 1]}`;
  throw new InvalidArgumentError("edges", expected, fact);
}

function numbersOf(text: string, argument: string, expected: string): readonly number[] {
  return text.split(",").map((part) => {
    const parsed = parseElement("f64", part.trim());
    if (parsed.kind === "element" && !Number.isNaN(parsed.value)) return Number(parsed.value);
    throw new InvalidArgumentError(argument, expected, JSON.stringify(part.trim()));
  });
}
