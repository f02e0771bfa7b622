import { CONVERSIONS } from "./functions/conversions.wgsl.ts";
import { FLOAT_INTEGRAL } from "./functions/float-integral.wgsl.ts";
import { FLOAT_ORDER } from "./functions/float-order.wgsl.ts";
import { FLOAT32 } from "./functions/float32.wgsl.ts";
import { FLOAT32_ADD } from "./functions/float32-add.wgsl.ts";
import { FLOAT64 } from "./functions/float64.wgsl.ts";
import { INTEGER32 } from "./functions/integer32.wgsl.ts";
import { INTEGER64 } from "./functions/integer64.wgsl.ts";

/** One function of the library. */
export interface WgslFunction {
  readonly name: string;
  readonly calls: readonly string[]; // library functions that its text names
  readonly text: string;
}

/** Every function of the library, in one order for all modules. What a function calls is read off its text. */
export const WGSL_FUNCTIONS: readonly WgslFunction[] = functionsOf([
  INTEGER32,
  INTEGER64,
  FLOAT32_ADD,
  FLOAT32,
  FLOAT64,
  FLOAT_ORDER,
  FLOAT_INTEGRAL,
  CONVERSIONS,
]);

/** The functions in some texts, in which a blank line stands between any two. */
function functionsOf(texts: readonly string[]): readonly WgslFunction[] {
  const functions = texts
    .flatMap((text) => text.trim().split(/\n\n+/))
    .map((text) => ({ name: /^fn (\w+)/.exec(text)?.[1] ?? "", text }));
  const names = new Set(functions.map(({ name }) => name));
  return functions.map(({ name, text }) => ({
    name,
    calls: [...new Set(text.match(/\w+(?=\()/g))].filter((each) => each !== name && names.has(each)),
    text,
  }));
}
