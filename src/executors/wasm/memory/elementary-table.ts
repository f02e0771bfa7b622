import { elementaryModule, importName } from "../../../codegen/wasm/elementary/elementary-module.ts";
import { ELEMENTARY_TABLE } from "../../../codegen/wasm/elementary/slots.ts";
import { isBinaryFunction } from "../../../elementary/names.ts";
import { providedFunctions } from "../../../elementary/provided.ts";

let table: WebAssembly.Table | undefined;

/** The table of elementary functions that kernels import: one for each thread, made when a kernel asks for it. */
export function elementaryTable(): WebAssembly.Table {
  table ??= openTable();
  return table;
}

function openTable(): WebAssembly.Table {
  const { fast, lanes } = providedFunctions();
  const imports = ELEMENTARY_TABLE.map((slot) => {
    const { name, type } = slot;
    return [importName(slot), isBinaryFunction(name) ? fast.binary(name, type) : fast.unary(name, type)];
  });
  const { bytes, memory } = elementaryModule(lanes);
  const module = new WebAssembly.Module(bytes);
  const { exports } = new WebAssembly.Instance(module, { javascript: Object.fromEntries(imports) });
  new BigUint64Array((exports.memory as WebAssembly.Memory).buffer).set(memory);
  return exports.elementary as WebAssembly.Table;
}

/** What kernels import: a memory, and the table where they call elementary functions. An engine reads what a module declares, so that it is made only then. */
export function kernelImports(memory: WebAssembly.Memory): WebAssembly.Imports {
  return {
    env: {
      memory,
      get elementary() {
        return elementaryTable();
      },
    },
  };
}
