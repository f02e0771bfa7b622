/** The part of the package z3-solver that is used here. Its own types are large, and none of our declarations should need them. */
export interface Z3Module {
  init(): Promise<Z3Runtime>;
  killThreads(runtime: Z3Runtime["em"]): Promise<void>;
}

export interface Z3Runtime {
  readonly Z3: Z3Api;
  readonly em: Z3Memory;
}

/** What lies behind the C API: its memory, and functions that take pointers. */
export interface Z3Memory {
  readonly HEAPU8: Uint8Array;
  readonly PThread?: { readonly runningWorkers: readonly unknown[] };
  _malloc(bytes: number): number;
  _free(address: number): void;
  _Z3_solver_from_string(context: Handle, solver: Handle, address: number): void;
}

declare const handle: unique symbol;

/** A pointer into the memory of Z3. */
export type Handle = number & { readonly [handle]?: true };

/** Functions of Z3's C API, under their names without "Z3_". */
export interface Z3Api {
  get_full_version(): string;
  global_param_set(name: string, value: string): void;
  mk_config(): Handle;
  del_config(config: Handle): void;
  mk_context_rc(config: Handle): Handle;
  del_context(context: Handle): void;
  interrupt(context: Handle): void; // of what another thread computes in it
  get_error_code(context: Handle): number;
  get_error_msg(context: Handle, code: number): string;
  mk_string_symbol(context: Handle, text: string): Handle;
  mk_solver(context: Handle): Handle;
  mk_solver_for_logic(context: Handle, logic: Handle): Handle;
  solver_inc_ref(context: Handle, solver: Handle): void;
  solver_dec_ref(context: Handle, solver: Handle): void;
  solver_check(context: Handle, solver: Handle): Promise<number>; // 1 sat, −1 unsat, 0 unknown
  solver_get_reason_unknown(context: Handle, solver: Handle): string;
  solver_get_model(context: Handle, solver: Handle): Handle;
  model_inc_ref(context: Handle, model: Handle): void;
  model_dec_ref(context: Handle, model: Handle): void;
  model_to_string(context: Handle, model: Handle): string;
  model_get_num_consts(context: Handle, model: Handle): number;
  model_get_const_decl(context: Handle, model: Handle, index: number): Handle;
  mk_app(context: Handle, declaration: Handle, operands: readonly Handle[]): Handle;
  model_eval(context: Handle, model: Handle, term: Handle, isComplete: boolean): Handle | null;
  get_decl_name(context: Handle, declaration: Handle): Handle;
  get_symbol_string(context: Handle, symbol: Handle): string;
  ast_to_string(context: Handle, ast: Handle): string;
}
