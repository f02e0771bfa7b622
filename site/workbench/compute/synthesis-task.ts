// A network of so many wires as a program for every width, and as code to take along. No solver is asked, and nothing is loaded but the library.
import {
  emitProgramTypeScript,
  emitProgramWgsl,
  emitTypeScript,
  emitWgsl,
  type Network,
  type NetworkProgram,
  networkModule,
  printProgram,
  synthesizeLeaf,
  UnsupportedError,
} from "samebits/networks";
import { type NetworkQuestion, networkOf } from "./network-task.ts";
import { wasmText } from "./wasm-text.ts";

export type SynthesisQuestion = Omit<NetworkQuestion, "other">;

export interface SynthesisAnswer {
  readonly name: string;
  readonly program: string | undefined; // its loops
  readonly finding: string; // how it was tested, or why there is none
  readonly codes: readonly { readonly title: string; readonly code: string }[];
}

/** Wires of a workgroup in WGSL, of a program. */
const WGSL_WIDTH = 256;

/** @throws InvalidArgumentError, NetworkSyntaxError */
export function answerSynthesis({ contract, pairs }: SynthesisQuestion): SynthesisAnswer {
  const { name, network } = networkOf(contract, pairs);
  const found = synthesizeLeaf(network);
  if (found.kind === "irregular") {
    const isScan = found.verdict === undefined;
    const finding = `There is no program of it: ${found.reason}.`;
    return { name, program: undefined, finding, codes: isScan ? codesOf(name, network) : [] };
  }
  return {
    name,
    program: printProgram(found.program).trimEnd(),
    finding: `It makes the network of ${network.width} wires, and a scan for ${found.serves} operators at N = ${found.widths.join(", ")}.`,
    codes: [...programCodes(name, found.program), ...codesOf(name, network)],
  };
}

function programCodes(title: string, program: NetworkProgram): SynthesisAnswer["codes"] {
  return [
    { title: "TypeScript, for any length", code: emitProgramTypeScript(program, { title }) },
    {
      title: `WGSL, a workgroup scan of ${WGSL_WIDTH} i32`,
      code: emitProgramWgsl(program, WGSL_WIDTH, { title, type: "i32" }).code,
    },
  ];
}

function codesOf(title: string, network: Network): SynthesisAnswer["codes"] {
  return [
    { title: `TypeScript, pair by pair, of ${network.width}`, code: emitTypeScript(network, { title }) },
    { title: `WGSL, of ${network.width} i32`, code: emitWgsl(network, { title, type: "i32" }).code },
    ...wasmCode(network),
  ];
}

/** Pair by pair, as no loop is in it: of a large network it is too long to be compiled, and there is none. */
function wasmCode(network: Network): SynthesisAnswer["codes"] {
  try {
    const code = wasmText(networkModule(network)).join("\n");
    return [{ title: `WebAssembly text, of ${network.width} f64, SIMD lanes on rows`, code }];
  } catch (error) {
    if (!(error instanceof UnsupportedError)) throw error;
    return [];
  }
}
