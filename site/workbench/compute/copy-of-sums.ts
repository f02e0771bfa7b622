// The sums of a pane as a program and as commands. A test runs both and compares.
import {
  ACCUMULATION_TYPES,
  type ElementArray,
  printExpression,
  type Scalar,
  type TypedContract,
} from "samebits/javascript";
import type { CopiedTexts } from "./copied-texts.ts";
import type { GeneratedData } from "./read-data.ts";
import { printScalar } from "./tree-of-sum.ts";

const ARRAYS = {
  f64: "Float64Array",
  f32: "Float32Array",
  i64: "BigInt64Array",
  u64: "BigUint64Array",
  i32: "Int32Array",
  u32: "Uint32Array",
} as const;

/** Every contract's sum of the same data, in the order of the rows. */
export function copyOfSums(
  contracts: readonly TypedContract[],
  array: ElementArray,
  generated: GeneratedData | undefined,
): CopiedTexts {
  return copyOf(contracts, array, generated, {
    names: ["reduce"],
    call: (options) => `console.log(reduce(input${options}));`,
    command: (file, flags) => `samebits reduce ${file} ${flags} --value-only`,
  });
}

/** The hashes of all prefixes, in the order of the rows. */
export function copyOfScans(
  contracts: readonly TypedContract[],
  array: ElementArray,
  generated: GeneratedData | undefined,
): CopiedTexts {
  return copyOf(contracts, array, generated, {
    names: ["hashArray", "inclusiveScan"],
    call: (options) => `console.log(hashArray(inclusiveScan(input${options})));`,
    command: (file, flags) => `samebits scan ${file} ${flags} -o prefixes.npy | grep hash`,
  });
}

interface Call {
  readonly names: readonly string[];
  readonly call: (options: string) => string;
  readonly command: (file: string, flags: string) => string;
}

function copyOf(
  contracts: readonly TypedContract[],
  array: ElementArray,
  generated: GeneratedData | undefined,
  { names, call, command }: Call,
): CopiedTexts {
  const [{ type }] = contracts;
  const usesNetworks = contracts.some(({ expression }) => expression.kind === "network");
  const door = usesNetworks ? "samebits/networks" : "samebits/sums";
  const imported = [...names, ...(usesNetworks ? ["networkExpression"] : [])].sort().join(", ");
  const input = inputTypeScript(array, type as keyof typeof ARRAYS, generated);
  const calls = contracts.map((contract) => call(optionsTypeScript(contract)));
  const { file, make, flags } = inputCommand(array, type, generated);
  const commands = contracts.map((contract) =>
    command(file, [...flags, ...optionsCommand(contract)].join(" ")),
  );
  return {
    typescript: [
      ...input.imports,
      `import { ${imported} } from "${door}";`,
      "",
      input.line,
      ...calls,
      "",
    ].join("\n"),
    command: [make, ...commands, ""].join("\n"),
  };
}

function inputTypeScript(
  array: ElementArray,
  type: keyof typeof ARRAYS,
  generated: GeneratedData | undefined,
) {
  if (generated !== undefined) {
    const { kind, length, seed } = generated;
    return {
      imports: ['import { generateSumData } from "samebits/accuracy";'],
      line: `const input = generateSumData({ kind: "${kind}", type: "${type}", length: ${length}, seed: ${seed}n });`,
    };
  }
  const suffix = type.endsWith("64") && type !== "f64" ? "n" : "";
  const elements = Array.from(array as ArrayLike<Scalar>, (value) => `${printScalar(value)}${suffix}`);
  return { imports: [], line: `const input = ${ARRAYS[type]}.of(${elements.join(", ")});` };
}

function optionsTypeScript(contract: TypedContract): string {
  const { operator, type, accumulate, expression, direction, initial } = contract;
  const options = [
    ...(operator.name === "add" ? [] : [`operator: "${operator.name}"`]),
    ...(accumulate === ACCUMULATION_TYPES[type][0] ? [] : [`accumulate: "${accumulate}"`]),
    `expression: ${expressionTypeScript(expression)}`,
    ...(direction === "forward" ? [] : [`direction: "${direction}"`]),
    ...(initial === undefined ? [] : [`initial: ${literal(initial.value)}`]),
    ...(initial === undefined || initial.placement === "outside"
      ? []
      : [`initialPlacement: "${initial.placement}"`]),
  ];
  return `, { ${options.join(", ")} }`;
}

function literal(value: Scalar): string {
  return `${printScalar(value)}${typeof value === "bigint" ? "n" : ""}`;
}

/** `network:kogge-stone:32` is a value of `networkExpression("kogge-stone", 32)`. */
function expressionTypeScript(expression: TypedContract["expression"]): string {
  const name = printExpression(expression);
  const [, generator, width] = /^network:(.+):(\d+)$/.exec(name) ?? [];
  return generator === undefined ? `"${name}"` : `networkExpression("${generator}", ${width})`;
}

function inputCommand(array: ElementArray, type: string, generated: GeneratedData | undefined) {
  if (generated !== undefined) {
    const { kind, length, seed } = generated;
    const make = `samebits generate ${kind} --type ${type} --n ${length} --seed ${seed} -o numbers.npy > hash.txt`;
    return { make, file: "numbers.npy", flags: [] };
  }
  const elements = Array.from(array as ArrayLike<Scalar>, printScalar);
  return {
    make: `printf '%s\\n' x ${elements.join(" ")} > numbers.csv`,
    file: "numbers.csv",
    flags: ["--column x", `--type ${type}`],
  };
}

function optionsCommand(contract: TypedContract): readonly string[] {
  const { operator, type, accumulate, expression, direction, initial } = contract;
  return [
    ...(operator.name === "add" ? [] : [`--operator ${operator.name}`]),
    ...(accumulate === ACCUMULATION_TYPES[type][0] ? [] : [`--accumulate ${accumulate}`]),
    `--expression ${printExpression(expression)}`,
    ...(direction === "forward" ? [] : ["--backward"]),
    ...(initial === undefined ? [] : [`--initial=${printScalar(initial.value)}`]),
    ...(initial === undefined || initial.placement === "outside"
      ? []
      : [`--initial-placement ${initial.placement}`]),
  ];
}
