/** The part of the package highs that is used here, so that none of our declarations needs its own types. */
export interface HighsModule {
  default?: HighsLoader | HighsModule;
}

export type HighsLoader = () => Promise<HighsRuntime>;

export interface HighsRuntime {
  solve(model: string, options: Readonly<Record<string, number | string | boolean>>): HighsSolution;
  _Highs_version(): number; // the address of a text
  UTF8ToString(address: number): string;
}

/** As the package gives it; `Primal` is absent where there is no point at all. */
export interface HighsSolution {
  readonly Status: string;
  readonly ObjectiveValue: number;
  readonly Columns: Readonly<Record<string, { readonly Primal?: number }>>;
}
