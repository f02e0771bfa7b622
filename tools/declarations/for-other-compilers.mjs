// What the compiler of this repository writes into declarations, and others cannot read.
import { readFileSync } from "node:fs";
import { posix } from "node:path";
import { withWholeComments } from "./whole-comments.mjs";

const AMBIENT = "ambient.d.mts";
const AMBIENT_TEXT = readFileSync(new URL(AMBIENT, import.meta.url), "utf8");
const AMBIENT_NAMES =
  /\b(?:Symbol\.(?:dispose|asyncDispose)|AbortSignal|TransformStream|WebAssembly|GPU[A-Z][A-Za-z]+)\b/;
const OVER_BUFFER = /\b((?:Float|Int|Uint|BigInt|BigUint)\w*Array)<(ArrayBuffer|ArrayBufferLike)>/g;

/** Types of a bundle for compilers and libraries other than those of this repository. @returns {import("tsdown").Rolldown.Plugin} */
export function declarationsForOtherCompilers() {
  return {
    name: "declarations-for-other-compilers",
    generateBundle(_options, bundle) {
      const declarations = Object.values(bundle).flatMap((each) =>
        each.type === "chunk" && each.fileName.endsWith(".d.mts") ? [each] : [],
      );
      if (declarations.length === 0) return;
      const texts = declarations.map(({ fileName, code }) => forOtherCompilers(fileName, code));
      withWholeComments(texts).forEach((text, index) => {
        declarations[index].code = text;
      });
      this.emitFile({ type: "asset", fileName: AMBIENT, source: AMBIENT_TEXT });
    },
  };
}

/** One file of declarations, by its place in the build. @param {string} fileName @param {string} text */
function forOtherCompilers(fileName, text) {
  const plain = withoutBufferTypes(text);
  if (!AMBIENT_NAMES.test(plain)) return plain;
  return `/// <reference path="${posix.relative(posix.dirname(fileName), AMBIENT)}" />\n${plain}`;
}

/**
 * Typed arrays have had a type of their buffer since TypeScript 5.7. `of` gives one over a buffer of its own, in every version.
 *
 * @param {string} text
 */
function withoutBufferTypes(text) {
  return text.replace(OVER_BUFFER, (_array, name, buffer) =>
    buffer === "ArrayBuffer" ? `ReturnType<${name}Constructor["of"]>` : name,
  );
}
