import { InvalidArgumentError } from "../index.ts";

const LARGEST = 2 ** 30;

/** Sizes: `16..1024`, each twice the one before, or `10,100,1000`, rising. @throws InvalidArgumentError */
export function parseSizes(text: string): readonly number[] {
  const sizes = rangeOf(text) ?? (/^\d+(,\d+)*$/.test(text) ? text.split(",").map(Number) : []);
  const isRising = sizes.every((size, i) => size >= 1 && size <= LARGEST && (i === 0 || size > sizes[i - 1]));
  if (sizes.length > 0 && isRising) return sizes;
  throw new InvalidArgumentError("sizes", "as in 16..1024 or 10,100,1000, rising", JSON.stringify(text));
}

function rangeOf(text: string): readonly number[] | undefined {
  const [, from, to] = /^(\d{1,10})\.\.(\d{1,10})$/.exec(text) ?? [];
  if (from === undefined || Number(from) < 1) return undefined;
  const sizes: number[] = [];
  for (let size = Number(from); size <= Number(to); size *= 2) sizes.push(size);
  return sizes;
}
