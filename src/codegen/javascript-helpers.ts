/*
 * JavaScript text of what no single expression says. The same functions stand in scalar-functions.ts for closures; here they are text, because
 * a bundler may rename what a function's own source refers to.
 */

export type HelperName =
  | "roundEven"
  | "countTrailingZeros32"
  | "countOnes32"
  | "countLeadingZeros64"
  | "countTrailingZeros64"
  | "countOnes64"
  | "rotateLeft64"
  | "float32Of64"
  | "saturateI64"
  | "saturateU64"
  | "bitsOfF64"
  | "bitsOfF32"
  | "f64OfBits"
  | "f32OfBits";

interface Helper {
  readonly needs: readonly (HelperName | "view")[];
  readonly text: string; // of an arrow function
}

const HELPERS: Readonly<Record<HelperName | "view", Helper>> = {
  view: { needs: [], text: "new DataView(new ArrayBuffer(8))" },
  roundEven: {
    needs: [],
    text: "x=>{const whole=Math.trunc(x),rest=Math.abs(x-whole);return rest>0.5||rest===0.5&&whole%2!==0?whole+Math.sign(x):whole;}",
  },
  countTrailingZeros32: { needs: [], text: "x=>x===0?32:31-Math.clz32(x&-x)" },
  countOnes32: {
    needs: [],
    text: "x=>{x-=x>>>1&0x55555555;x=(x&0x33333333)+(x>>>2&0x33333333);return Math.imul(x+(x>>>4)&0x0f0f0f0f,0x01010101)>>>24;}",
  },
  countLeadingZeros64: {
    needs: [],
    text: "x=>{const high=Number(BigInt.asUintN(32,x>>32n));return BigInt(high===0?32+Math.clz32(Number(BigInt.asUintN(32,x))):Math.clz32(high));}",
  },
  countTrailingZeros64: {
    needs: ["countTrailingZeros32"],
    text: "x=>{const low=Number(BigInt.asUintN(32,x));return BigInt(low===0?32+countTrailingZeros32(Number(BigInt.asUintN(32,x>>32n))):countTrailingZeros32(low));}",
  },
  countOnes64: {
    needs: ["countOnes32"],
    text: "x=>BigInt(countOnes32(Number(BigInt.asUintN(32,x)))+countOnes32(Number(BigInt.asUintN(32,x>>32n))))",
  },
  rotateLeft64: {
    needs: [],
    text: "(x,by)=>{const distance=BigInt.asUintN(6,by),bits=BigInt.asUintN(64,x);return bits<<distance|bits>>64n-distance;}",
  },
  float32Of64: {
    needs: [],
    text: "x=>{const magnitude=x<0n?-x:x;if(magnitude<0x20000000000000n)return Math.fround(Number(x));const kept=Math.fround(Number(magnitude&~0x7ffn|((magnitude&0x7ffn)===0n?0n:0x800n)));return x<0n?-kept:kept;}",
  },
  saturateI64: {
    needs: [],
    text: "x=>x>=0x8000000000000000?0x7fffffffffffffffn:x<=-0x8000000000000000?-0x8000000000000000n:x!==x?0n:BigInt(Math.trunc(x))",
  },
  saturateU64: {
    needs: [],
    text: "x=>x>=0x10000000000000000?0xffffffffffffffffn:x>0?BigInt(Math.trunc(x)):0n",
  },
  bitsOfF64: {
    needs: ["view"],
    text: "x=>{if(x!==x)return 0x7ff8000000000000n;view.setFloat64(0,x);return view.getBigUint64(0);}",
  },
  bitsOfF32: {
    needs: ["view"],
    text: "x=>{if(x!==x)return 0x7fc00000;view.setFloat32(0,x);return view.getUint32(0);}",
  },
  f64OfBits: { needs: ["view"], text: "x=>{view.setBigUint64(0,x);return view.getFloat64(0);}" },
  f32OfBits: { needs: ["view"], text: "x=>{view.setUint32(0,x);return view.getFloat32(0);}" },
};

/** Declarations of some helpers and of what they need, each once, in an order in which they can run. */
export function declareHelpers(names: Iterable<HelperName>): string {
  const declared = new Map<string, string>();
  const declare = (name: HelperName | "view"): void => {
    if (declared.has(name)) return;
    HELPERS[name].needs.forEach(declare);
    declared.set(name, `const ${name}=${HELPERS[name].text};`);
  };
  for (const name of names) declare(name);
  return [...declared.values()].join("");
}
