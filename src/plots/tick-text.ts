const SUPERSCRIPTS = "⁰¹²³⁴⁵⁶⁷⁸⁹";
const MINUS = "\u2212";

/** Decimals beyond this many in front of or behind the point are told by a power of ten. */
const MOST_DIGITS = 6;

/** The texts of evenly spaced ticks: all with the same decimals, and with the same power of ten where digits would run long. */
export function linearTexts(values: readonly number[], step: number): readonly string[] {
  const largest = Math.max(...values.map(Math.abs), step);
  const exponent = exponentOf(largest);
  const isLong = exponent >= MOST_DIGITS || exponentOf(step) <= -MOST_DIGITS;
  const power = isLong ? exponent : 0;
  const decimals = Math.min(15, Math.max(0, power - exponentOf(step)));
  return values.map((value) => {
    if (value === 0) return "0";
    const digits = grouped(scaledDown(Math.abs(value), power).toFixed(decimals));
    return `${value < 0 ? MINUS : ""}${digits}${power === 0 ? "" : `×10${superscript(power)}`}`;
  });
}

/** The texts of powers of a base: decimal where they are short, those of 2 only where all of them are. */
export function powerTexts(exponents: readonly number[], base: 2 | 10): readonly string[] {
  const isShort = (exponent: number): boolean => Math.abs(exponent) <= (base === 2 ? 9 : 3);
  const areShort = exponents.every(isShort);
  return exponents.map((exponent) => {
    if (areShort || (base === 10 && isShort(exponent))) return grouped(String(base ** exponent));
    return `${base}${superscript(exponent)}`;
  });
}

/** The exponent of ten of a number that is not zero. */
function exponentOf(value: number): number {
  return value === 0 ? 0 : Number(value.toExponential().split("e")[1]);
}

// In two steps: 10 ** 308 is a number, its inverse not a normal one.
function scaledDown(value: number, power: number): number {
  const half = Math.trunc(power / 2);
  return value / 10 ** half / 10 ** (power - half);
}

function superscript(exponent: number): string {
  const digits = [...String(Math.abs(exponent))].map((digit) => SUPERSCRIPTS[Number(digit)]).join("");
  return exponent < 0 ? `⁻${digits}` : digits;
}

function grouped(digits: string): string {
  const [whole, ...rest] = digits.split(".");
  return [whole.replace(/\B(?=(\d{3})+$)/g, ","), ...rest].join(".");
}
