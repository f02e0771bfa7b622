// Operands for which arithmetics differ: every kind of surprise that a device may have, in fixed proportions.

/** Operands as f32 bits: triple i is (a[i], b[i], c[i]). */
export interface HostileOperands {
  readonly a: Uint32Array;
  readonly b: Uint32Array;
  readonly c: Uint32Array;
}

type Draw = () => number; // the next 32 bits
type Triple = readonly [number, number, number];

const BINADES = 254; // biased exponents 1 … 254 are the normal numbers
const FRACTION = 0x7fffff;

const SPECIAL = [
  ...[0, 1, 2, 0x400000, 0x7fffff, 0x800000, 0x800001, 0xffffff, 0x1000000], // zero, subnormals, the least normals
  ...[0x34000000, 0x33800000, 0x3f7fffff, 0x3f800000, 0x3f800001, 0x3fc00000, 0x4b800000, 0x4b7fffff], // around 1 and 2^24
  ...[0x7e800000, 0x7f000000, 0x7f7fffff, 0x7f800000, 0x7fc00000, 0x7f800001, 0x7fffffff], // the largest, infinity, NaNs
].flatMap((bits) => [bits, (bits | 0x80000000) >>> 0]);

const single = new Float32Array(1);
const singleBits = new Uint32Array(single.buffer);

function floatOf(bits: number): number {
  singleBits[0] = bits;
  return single[0] ?? 0;
}

function bitsOfRounded(value: number): number {
  single[0] = value;
  return singleBits[0] ?? 0;
}

function float(sign: number, exponent: number, fraction: number): number {
  const within = Math.max(0, Math.min(BINADES, exponent));
  return ((sign << 31) | (within << 23) | (fraction & FRACTION)) >>> 0;
}

const anyFloat = (draw: Draw, exponent: number): number => float(draw() & 1, exponent, draw());

function anyBits(draw: Draw): Triple {
  return [draw(), draw(), draw()];
}

function subnormals(draw: Draw, i: number): Triple {
  return [anyFloat(draw, 0), anyFloat(draw, i & 3), anyFloat(draw, (i >> 2) & 3)];
}

/** Neighbours of the other sign, in all binades: the difference has few digits, in the lowest binades it is subnormal. */
function cancelling(draw: Draw, i: number): Triple {
  const a = anyFloat(draw, 1 + (i % BINADES));
  const b = (a ^ 0x80000000 ^ (draw() & (i % 3 === 0 ? 0x3 : 0x800fff))) >>> 0;
  return [a, b, anyFloat(draw, ((a >>> 23) & 255) - (draw() % 26))];
}

/** In all binades: the second is half a unit of the first's last place, or nearly. */
function ties(draw: Draw, i: number): Triple {
  const exponent = 25 + (i % (BINADES - 25));
  const near = [0, 0, 1, FRACTION][i & 3] ?? 0; // a tie, a tie, above, below the tie of the binade before
  return [
    anyFloat(draw, exponent),
    float(draw() & 1, exponent - (near === FRACTION ? 25 : 24), near),
    anyFloat(draw, exponent - 24),
  ];
}

function large(draw: Draw, i: number): Triple {
  return [anyFloat(draw, 250 + (i % 5)), anyFloat(draw, 254 - (i % 27)), anyFloat(draw, 254)];
}

function special(draw: Draw, i: number): Triple {
  const count = SPECIAL.length;
  const pick = (index: number): number => SPECIAL[index % count] ?? 0;
  return [pick(i), pick(Math.trunc(i / count)), i < count * count ? pick(draw() >>> 8) : draw()];
}

/** Short fractions, so that products end in ties, with exponents that reach every binade and the subnormals. */
function products(draw: Draw, i: number): Triple {
  const [left, right] = [draw() & 0x7ff800, draw() & 0x7ff000];
  const first = 1 + (draw() % BINADES);
  const exponent = (i % (BINADES + 26)) - 26;
  const second = 127 + exponent - first;
  return [float(draw() & 1, first, left), float(draw() & 1, second, right), anyFloat(draw, exponent)];
}

/** The third nearly undoes what the first two make, so that one rounding and two differ, and so do two brackets. */
function undone(draw: Draw, i: number): Triple {
  const a = anyFloat(draw, 90 + (draw() % 70));
  const b = anyFloat(draw, 90 + (draw() % 70));
  const made = i % 2 === 0 ? floatOf(a) * floatOf(b) : floatOf(a) + floatOf(b);
  return [a, b, bitsOfRounded(-made)];
}

const KINDS = [anyBits, subnormals, cancelling, ties, large, special, products, undone];

/** The same hostile triples every time, `length` of them: each kind in its turn. */
export function hostileOperands(length: number): HostileOperands {
  const [a, b, c] = [new Uint32Array(length), new Uint32Array(length), new Uint32Array(length)];
  const draw = drawsFrom(0x5a3eb175);
  for (let i = 0; i < length; i++) {
    const kind = KINDS[i % KINDS.length] ?? anyBits;
    [a[i], b[i], c[i]] = kind(draw, Math.trunc(i / KINDS.length));
  }
  return { a, b, c };
}

/** Marsaglia's xorshift over 32 bits, shuffled by a multiplication: good enough to be hostile, the same everywhere. */
function drawsFrom(seed: number): Draw {
  let state = seed;
  return () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return Math.imul(state, 0x9e3779b1) >>> 0;
  };
}
