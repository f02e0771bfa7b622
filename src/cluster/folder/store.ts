// The files of a run, wherever they are kept: the truth about what is done. Nothing half written is ever seen under its name.

import type { PartBytes } from "../data/part-bytes.ts";

/** A file that is being written, under a name of its own. */
export interface PartialFile {
  write(bytes: Uint8Array, position: number): Promise<void>;
}

export interface RunStore {
  readonly name: string; // what errors call it
  /** The address of a file, for errors and people. */
  place(path: string): string;
  /** A whole file; undefined where there is none. */
  read(path: string): Promise<Uint8Array | undefined>;
  /** A file to be read anywhere. @throws FormatError where there is none */
  open(path: string): Promise<PartBytes>;
  /** The size of a file; undefined where there is none. */
  sizeOf(path: string): Promise<number | undefined>;
  /** Puts a file that is not there yet, whole or not at all; false where there is one by now. */
  create(path: string, bytes: Uint8Array): Promise<boolean>;
  /** Writes a file, and puts it in the place of any other when it is whole. */
  replace(path: string, fill: (file: PartialFile) => Promise<void>): Promise<void>;
  remove(path: string): Promise<void>;
  /** Removes what writers that were killed have left. */
  tidy(folders: readonly string[]): Promise<void>;
}
