import type { Family } from "../family.ts";
import { bisectionFamily } from "./bisection.ts";
import { customFamily } from "./custom.ts";
import { dyadicFamily } from "./dyadic.ts";
import { foldFamily } from "./fold.ts";
import { lanesFamily } from "./lanes.ts";

/** What the plain loops of every door have; sums and networks are for doors that say so, as they bring code along. */
export const FAMILIES_OF_EVERY_DOOR: readonly Family[] = [
  foldFamily,
  dyadicFamily,
  lanesFamily,
  bisectionFamily,
  customFamily,
];
