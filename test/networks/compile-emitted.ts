import ts from "typescript";

/*
 * Support for tests of emitted TypeScript: the compiler's opinion, and the module as values.
 */

const OPTIONS: ts.CompilerOptions = {
  strict: true,
  noUnusedLocals: true,
  noUnusedParameters: true,
  exactOptionalPropertyTypes: true,
  isolatedModules: true,
  erasableSyntaxOnly: true,
  noEmit: true,
  types: [],
  lib: ["lib.es2022.d.ts"],
  target: ts.ScriptTarget.ES2022,
  module: ts.ModuleKind.ESNext,
  moduleResolution: ts.ModuleResolutionKind.Bundler,
  allowImportingTsExtensions: true,
};

/** What the compiler has against these modules, by name. */
export function compilerErrors(modules: Readonly<Record<string, string>>): readonly string[] {
  const host = ts.createCompilerHost(OPTIONS);
  const { getSourceFile, fileExists } = host;
  host.getSourceFile = (name, language) =>
    name in modules ? ts.createSourceFile(name, modules[name], language) : getSourceFile(name, language);
  host.fileExists = (name) => name in modules || fileExists(name);
  const program = ts.createProgram(Object.keys(modules), OPTIONS, host);
  return ts
    .getPreEmitDiagnostics(program)
    .map(
      ({ file, messageText }) => `${file?.fileName}: ${ts.flattenDiagnosticMessageText(messageText, "\n")}`,
    );
}

/** What a module of an emitted scan exports. */
export interface ScanModule {
  scanInPlace<Value>(a: Value[] | Float64Array, combine: (left: Value, right: Value) => Value): void;
  exclusiveScanInPlace<Value>(a: Value[], start: Value, combine: (left: Value, right: Value) => Value): void;
}

/** What a module of an emitted hierarchical scan exports, in part. */
export interface HierarchicalModule {
  scanInPlace<Value>(a: Value[], blockCount: number, combine: (left: Value, right: Value) => Value): void;
  middle(a: Float64Array, count: number, combine: (left: number, right: number) => number): void;
}

/** A module without imports as the body of a function of `exports`. */
export function transpiled(text: string): string {
  const compilerOptions = { module: ts.ModuleKind.CommonJS, target: ts.ScriptTarget.ES2022 };
  return ts.transpileModule(text, { compilerOptions }).outputText;
}

/** Runs a module without imports. */
export function loadModule<Module = ScanModule>(text: string): Module {
  const exported = {};
  new Function("exports", transpiled(text))(exported);
  return exported as Module;
}
