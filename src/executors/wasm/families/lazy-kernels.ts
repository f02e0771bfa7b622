import type { FunctionBuilder } from "../../../codegen/wasm/module.ts";
import type { Arena, Kernel } from "../memory/arena.ts";

/** A kernel that may be called for: what its code depends on, and the functions of its module, after those that it calls. */
export interface LazyKernel {
  readonly key: string;
  readonly build: () => readonly FunctionBuilder[];
}

/** Kernels by name, each compiled in an arena when it is first called for: a call of a few elements needs one or two of a dozen. */
export function lazyKernels<Name extends string>(
  arena: Arena,
  key: string,
  table: Readonly<Record<Name, LazyKernel>>,
): Readonly<Record<Name, () => Kernel>> {
  const lazily = (name: string, { key: own, build }: LazyKernel): (() => Kernel) => {
    let kernel: Kernel | undefined;
    return () => {
      kernel ??= Object.values(arena.kernels(`${key} ${name} ${own}`, build)).at(-1) as Kernel;
      return kernel;
    };
  };
  const entries = Object.entries<LazyKernel>(table).map(([name, each]) => [name, lazily(name, each)]);
  return Object.fromEntries(entries) as Record<Name, () => Kernel>;
}
