/** A bundle of each door, as scripts that a page loads. */
export interface Bundled {
  readonly folder: string;
  readonly scripts: readonly string[]; // below the folder
  readonly isModule: boolean;
  readonly warnings: readonly string[]; // one line each
}

/** Bundles `src/NAME.mjs` of a project, for each of the names, as somebody would who has set nothing. @throws where it cannot */
export type Bundle = (project: string, names: readonly string[]) => Promise<Bundled>;
