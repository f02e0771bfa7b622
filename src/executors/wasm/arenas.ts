import type { OwnArena } from "./arena.ts";
import type { KernelCounts } from "./runner.ts";

/** The two arenas of an executor: library memory for arrays that lie there, a small unshared one for all others. */
export interface Arenas {
  readonly library: () => OwnArena | undefined; // undefined while nothing was allocated there
  readonly staging: () => OwnArena;
  readonly counts: KernelCounts;
}

/** Gives what `open` makes of an arena, once for each: of library memory's where that is used, else of the staging one. */
export function oncePerArena<Opened>(
  { library, staging }: Arenas,
  open: (arena: OwnArena) => Opened,
): (usesLibrary: boolean) => Opened {
  let inLibrary: Opened | undefined;
  let inStaging: Opened | undefined;
  return (usesLibrary) => {
    const arena = usesLibrary ? library() : undefined;
    if (arena === undefined) {
      inStaging ??= open(staging());
      return inStaging;
    }
    inLibrary ??= open(arena);
    return inLibrary;
  };
}
