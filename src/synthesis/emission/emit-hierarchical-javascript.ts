import type { HierarchicalProgram } from "../hierarchical/hierarchical-program.ts";
import {
  type EmitHierarchicalTypeScriptOptions,
  emitHierarchicalTypeScript,
} from "./emit-hierarchical-typescript.ts";
import { TYPESCRIPT_TYPES } from "./typescript-module.ts";

/**
 * The module of `emitHierarchicalTypeScript` without its types, for who runs it at once and has no compiler at hand: to measure it, say.
 *
 * @throws InvalidArgumentError as that does
 */
export function emitHierarchicalJavaScript(
  program: HierarchicalProgram,
  options: EmitHierarchicalTypeScriptOptions = {},
): string {
  return emitHierarchicalTypeScript(program, options)
    .replace(TYPESCRIPT_TYPES, "")
    .replace(/^(export function \w+)<Value>/gm, "$1")
    .replace(ANNOTATION, "");
}

/** All annotations that stand in emitted modules: of parameters, results and lists. The compiler agrees, which a test shows. */
const ANNOTATION =
  /: (?:Values<Value>|Combine<Value>|number|void|Value\[\]|\[wire: number, value: Value\]\[\])(?=[,)]| = \[\]| \{$)/gm;
