import { javascriptSource } from "../../codegen/javascript.ts";
import type { CombineSource, GeneratedReduce, GeneratedScan } from "./family.ts";
import type { KernelSubject } from "./kernels/lanes.ts";

/*
 * Straight-line JavaScript for arrays that JavaScript owns: no copy in, no copy out. In cache it runs at the speed of a plain loop, which
 * waits for one addition after another, while the tree leaves 3.5 independent ones per element (docs/notes/wasm-executor.md).
 */

/** Pieces of generated code that are kept at least, of those used last: as a closure and what V8 has made of it some 5 KB each. */
export const KEPT_CODE = 256;

/** The operator of a subject with one column; undefined where JavaScript has not its operations. */
export function combineSource(subject: KernelSubject): CombineSource | undefined {
  const { nodes, roots } = subject.terms.list;
  const { term } = nodes[roots[0]];
  if (javascriptSource(term, "l", "r") === undefined) return undefined;
  return (left, right) => javascriptSource(term, left, right) ?? "";
}

/** Slots of a table of roots, for fewer than 2^31 blocks. */
export const ROOT_SLOTS = 32;

export function compileScan(body: string): GeneratedScan | undefined {
  return compile("input,output,length", body) as GeneratedScan | undefined;
}

export function compileReduce(body: string, prelude?: string): GeneratedReduce | undefined {
  return compile("input,length", body, prelude) as GeneratedReduce | undefined;
}

/**
 * A function of `parameters` with a table of roots of its own: a new table per call would cost more than 1,000 elements of a scan.
 * Undefined where a page's policy forbids code from text; WebAssembly then serves.
 */
export function compile(parameters: string, body: string, prelude = ""): unknown {
  const source = `"use strict";const roots=new Float64Array(${ROOT_SLOTS});${prelude}return (${parameters})=>{${body}};`;
  try {
    return new Function(source)();
  } catch {
    return undefined;
  }
}
