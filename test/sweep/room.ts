import type { SoundArguments } from "./sweep.ts";

/** Arguments by function: behind a name and a blank, other arguments of the same function. */
export type Sound = Readonly<Record<string, SoundArguments>>;

/** What a door exports, and what its functions take. */
export interface Room {
  readonly door: Readonly<Record<string, unknown>>;
  readonly sound: Sound;
}
