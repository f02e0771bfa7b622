/** `value = scale · (count · base) + rest`, 0 ≤ rest < scale · base, as terms of a script. */
interface Quotient {
  readonly count: string;
  readonly multiple: string; // scale · (count · base)
  readonly rest: string;
}

interface KnownQuotient extends Quotient {
  readonly value: string;
  readonly power: SmtPower;
}

interface KnownBit {
  readonly value: string;
  readonly bit: string;
}

/** Multiples of the smallest divisor by which values may differ and the order of their quotients is told. */
const NEAR = [-2, -1, 0, 1, 2, 3, 4];

/** A coarser divisor is so many finer ones at most, where both quotients of a value are related directly. */
const MOST_RATIO = 16;

/**
 * Divisions by powers of two, and lowest bits, as numbers with names and what is true of them.
 *
 * 1. value = scale · product + rest, 0 ≤ rest < scale · base, where product stands for count · base.
 * 2. A quotient by 2^k as much is a quotient by the smaller divisor, divided by 2^k: count = 2^k · coarse + e, and so the products.
 * 3. Products are ordered as what they are products of: for base ≥ 1, from d ≥ k follows d · base ≥ k · base, and from d ≤ k, d · base ≤ k · base; said of d a
 *    count, and the difference of two counts, for small k.
 * 4. A base is 1, 2, 4 … or a multiple of M, for the powers of two M that are named.
 * 5. Equal numbers have equal lowest bits. For the lowest bit b of x ≥ 1 and a power of two M: 1 ≤ b ≤ x; M divides x exactly where b ≥ M; b ≥ 2M, b = M or 2b ≤ M.
 */
export class SmtQuotients {
  readonly #quotients = new Map<string, KnownQuotient>();
  readonly #bits = new Map<string, KnownBit>();
  readonly #powers = new Map<string, SmtPower>();
  readonly #facts: string[] = [];

  quotient(value: string, power: SmtPower): Quotient {
    if (power.base === "1") return this.#byConstant(value, power);
    const key = `${value} by ${power.scale} ${power.base}`;
    const known = this.#quotients.get(key);
    if (known !== undefined) return known;
    const number = this.#quotients.size;
    const [count, product, rest] = [`q${number}`, `m${number}`, `r${number}`];
    const multiple = times(power.scale, product);
    const made = { value, power, count, rest, multiple };
    this.#quotients.set(key, made);
    this.addPower(power);
    this.#facts.push(
      ...[count, product, rest].map((name) => `(declare-const ${name} Int)`),
      `(assert (= ${value} (+ ${multiple} ${rest}))) ; ${product} = ${count} ${power.base}`,
      `(assert (and (<= 0 ${rest}) (< ${rest} ${times(power.scale, power.base)})))`,
    );
    return made;
  }

  #byConstant(value: string, power: SmtPower): Quotient {
    if (Number.isInteger(Math.log2(power.scale)) && power.scale > 1) this.addPower(power);
    const count = `(div ${value} ${power.scale})`;
    return { count, multiple: times(power.scale, count), rest: `(mod ${value} ${power.scale})` };
  }

  addPower(power: SmtPower): void {
    this.#powers.set(`${power.scale} ${power.base}`, power);
  }

  lowestBit(value: string): string {
    const known = this.#bits.get(value);
    if (known !== undefined) return known.bit;
    const bit = `b${this.#bits.size}`;
    this.#bits.set(value, { value, bit });
    this.#facts.push(
      `(declare-const ${bit} Int) ; of ${value}`,
      `(assert (=> (<= 1 ${value}) (and (<= 1 ${bit}) (<= ${bit} ${value}))))`,
      `(assert (=> (= ${value} 0) (= ${bit} 0)))`,
    );
    return bit;
  }

  lines(): readonly string[] {
    const powers = [...this.#powers.values()];
    const bitFacts = [...this.#bits.values()].flatMap((bit) =>
      powers.map((power) => this.#bitFact(bit, power)),
    );
    const bits = [...this.#bits.values()];
    const sameBits = bits.flatMap((one, index) =>
      bits
        .slice(index + 1)
        .map((other) => `(assert (=> (= ${one.value} ${other.value}) (= ${one.bit} ${other.bit})))`),
    );
    const order = (["P", "W"] as const).flatMap((base) => this.#order(base));
    const bases = (["P", "W"] as const).filter((base) => powers.some((power) => power.base === base));
    return [
      ...this.#facts,
      ...bitFacts,
      ...sameBits,
      ...order,
      ...bases.flatMap((base) => divisibility(base, powers)),
    ];
  }

  #bitFact({ value, bit }: KnownBit, power: SmtPower): string {
    const { rest } = this.quotient(value, power);
    const size = power.base === "1" ? String(power.scale) : times(power.scale, power.base);
    const divides = `(= (= ${rest} 0) (<= ${size} ${bit}))`;
    const places = `(or (<= (* 2 ${size}) ${bit}) (= ${bit} ${size}) (<= (* 2 ${bit}) ${size}))`;
    return `(assert (=> (<= 1 ${value}) (and ${divides} ${places})))`;
  }

  #order(base: "P" | "W"): readonly string[] {
    const coarse = [...this.#quotients.values()].filter(({ power }) => power.base === base);
    const scale = Math.min(...coarse.map(({ power }) => power.scale));
    const fine = new Map(coarse.map(({ value }) => [value, this.quotient(value, { scale, base })]));
    const chains = coarse
      .filter(({ power }) => power.scale > scale && power.scale / scale <= MOST_RATIO)
      .map((each) => coarsened(each, fine.get(each.value) ?? each, scale));
    const all = [...fine.values()];
    return [
      ...chains,
      ...all.flatMap((one) => lemmas(one.count, one.multiple, times(scale, base))),
      ...all.flatMap((one, index) =>
        all.slice(index + 1).flatMap((other) => {
          const count = `(- ${one.count} ${other.count})`;
          return lemmas(count, `(- ${one.multiple} ${other.multiple})`, times(scale, base));
        }),
      ),
    ];
  }
}

/** The quotient of a value by a multiple of a divisor, as that by the divisor has it. */
function coarsened(coarse: KnownQuotient, fine: Quotient, scale: number): string {
  const ratio = coarse.power.scale / scale;
  const cases = Array.from({ length: ratio }, (_, rest) => {
    const count = `(= ${fine.count} (+ ${times(ratio, coarse.count)} ${rest}))`;
    return `(and ${count} (= ${fine.multiple} (+ ${coarse.multiple} ${times(rest * scale, coarse.power.base)})))`;
  });
  return `(assert (or ${cases.join(" ")}))`;
}

/** The order of a product as that of its count, at small multiples of a divisor. */
function lemmas(count: string, product: string, divisor: string): readonly string[] {
  return NEAR.map((near) => {
    const constant = near < 0 ? `(- ${-near})` : String(near);
    const multiple = `(* ${constant} ${divisor})`;
    return (
      `(assert (and (=> (>= ${count} ${constant}) (>= ${product} ${multiple})) ` +
      `(=> (<= ${count} ${constant}) (<= ${product} ${multiple}))))`
    );
  });
}

function divisibility(base: "P" | "W", powers: readonly SmtPower[]): readonly string[] {
  const constants = powers.filter((power) => power.base === "1" && power.scale > 1);
  return constants.map(({ scale }) => {
    const below = Array.from({ length: Math.log2(scale) }, (_, exponent) => `(= ${base} ${2 ** exponent})`);
    return `(assert (or ${below.join(" ")} (= 0 (mod ${base} ${scale}))))`;
  });
}

function times(factor: number, term: string): string {
  return factor === 1 ? term : `(* ${factor} ${term})`;
}

/** `scale · base`: a power of two as a multiple of one whose exponent is not negative. P is 2^(i − leastCounter), W is 2^(L − leastLevels). */
export interface SmtPower {
  readonly scale: number;
  readonly base: "1" | "P" | "W";
}
