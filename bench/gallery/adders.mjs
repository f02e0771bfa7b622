// Whom the gallery asks, as data: a reduction, and the scan beside it, where there is one.
import * as tools from "./tools.mjs";
import { ADDERS, FAST } from "./tools.mjs";

/**
 * How somebody is asked: a process that answers .npy arrays, or a function of a module.
 *
 * @typedef {{ readonly pipe: string } | { readonly module: string }} Asked
 */

/**
 * @typedef {object} Adder
 * @property {string} family
 * @property {string} call  as its users write it
 * @property {() => import("./tools.mjs").Tool} tool
 * @property {"f64" | "f32"} [type]  default "f64"
 * @property {(command: string) => Asked} ask
 * @property {{ readonly call: string, readonly ask: (command: string) => Asked }} [scan]  of the same library
 * @property {boolean} [isStartedEachTime]  a process for each question: too slow for those of the longest
 */

/** @param {string} name */
const python = (name) => (/** @type {string} */ command) => ({ pipe: `${command} ${name}` });
/** @param {string} file @param {string} name */
const ofModule = (file, name) => () => ({ module: `${ADDERS}/${file}#${name}` });
/** @param {string} file @param {string} name */
const served = (file, name) => (/** @type {string} */ command) => ({
  pipe: `${command} ${ADDERS}/serve.mjs ${file} ${name}`,
});
/** @param {string} name */
const gpuServed = (name) => () => ({
  pipe: `${process.execPath} ${ADDERS}/serve.mjs webgpu.mjs ${name}`,
});
/** @param {string} name */
const native = (name) => (/** @type {string} */ command) => ({ pipe: `${command} ${name}` });

/** @param {string} family @param {Adder["tool"]} tool @returns {readonly Adder[]} */
const numpy = (family, tool) => [
  {
    ...{ family, tool, call: "numpy.sum(x)", ask: python("numpy.sum") },
    scan: { call: "numpy.cumsum(x)", ask: python("numpy.cumsum") },
  },
  { family, tool, call: "numpy.sum(x32)", type: "f32", ask: python("numpy.sum") },
  { family, tool, call: "numpy.sum(table, axis=0)", ask: python("numpy.sum-axis-0") },
  { family, tool, call: "numpy.dot(x, y)", ask: python("numpy.dot") },
  { family, tool, call: 'numpy.einsum("i->", x)', ask: python("numpy.einsum") },
];

/** Sums of f64 and f32, a scan and a dot product. @param {string} family @param {Adder["tool"]} tool @param {{ sum: string, scan: string, dot: string }} calls @param {string} names  what they begin with in sums.py @returns {readonly Adder[]} */
const tensors = (family, tool, calls, names) => [
  {
    ...{ family, tool, call: calls.sum, ask: python(`${names}sum`) },
    scan: { call: calls.scan, ask: python(`${names}cumsum`) },
  },
  {
    ...{ family, tool, call: calls.sum.replace("x", "x32"), type: "f32", ask: python(`${names}sum`) },
    scan: { call: calls.scan.replace("x", "x32"), ask: python(`${names}cumsum`) },
  },
  { family, tool, call: calls.dot, type: "f32", ask: python(`${names}dot`) },
];

/** @param {"cpu" | "cuda"} device @param {Adder["tool"]} tool @returns {readonly Adder[]} */
const pyTorch = (device, tool) => {
  const [family, names, type] = [`PyTorch, ${device}`, `torch.${device}-`, /** @type {const} */ ("f32")];
  const calls = { sum: "x.sum()", scan: "x.cumsum(0)", dot: "torch.dot(x32, y32)" };
  return [
    ...tensors(family, tool, calls, names),
    { family, tool, type, call: "matrix32 @ x32, a row", ask: python(`${names}mv`) },
    { family, tool, type, call: "zero.index_add_(0, zeros, x32)", ask: python(`${names}index-add`) },
  ];
};

/** @param {string} family @param {Adder["tool"]} tool @returns {readonly Adder[]} */
const standardLibrary = (family, tool) => [
  {
    ...{ family, tool, call: "std::accumulate", ask: native("accumulate") },
    scan: { call: "std::partial_sum", ask: native("partial_sum") },
  },
  {
    ...{ family, tool, call: "std::reduce", ask: native("reduce") },
    scan: { call: "std::inclusive_scan", ask: native("inclusive_scan") },
  },
  { family, tool, call: "std::transform_reduce", ask: native("transform_reduce") },
];

/** @param {string} family @param {Adder["tool"]} tool @returns {readonly Adder[]} */
const blas = (family, tool) => [
  { family, tool, call: "ddot", ask: native("ddot") },
  { family, tool, call: "dgemv, a row", ask: native("dgemv") },
  { family, tool, call: "dgemm, a cell", ask: native("dgemm") },
];

/** Numbers a line at a time. @param {string} awk */
const awk = (awk) => () => ({
  pipe: `${process.execPath} ${ADDERS}/rows.mjs | ${awk} 'NF { s += $1; next } { printf "%.17g\\n", s; s = 0; fflush() }'`,
});

/** @param {string} kind */
const psql = (kind) => (/** @type {string} */ folder) => ({
  pipe: `${process.execPath} ${ADDERS}/psql.mjs ${folder} ${kind}`,
});

/** @param {string} name */
const inFirefox = (name) => (/** @type {string} */ command) => ({
  pipe: `SAMEBITS_FIREFOX=${command} ${process.execPath} --experimental-websocket ${ADDERS}/firefox.mjs ${name}`,
});

const JAVASCRIPT = "javascript-libraries.mjs";

/** @type {readonly Adder[]} */
export const ALL = [
  ...numpy("NumPy of Debian", tools.debianNumpy),
  ...numpy("NumPy of pip", tools.numpy),
  {
    ...{ family: "Python of Debian", call: "sum(x)", tool: tools.debianPython, ask: python("python.sum") },
    scan: { call: "itertools.accumulate(x)", ask: python("python.accumulate") },
  },
  {
    ...{ family: "Python", call: "sum(x)", tool: tools.python, ask: python("python.sum") },
    scan: { call: "itertools.accumulate(x)", ask: python("python.accumulate") },
  },
  { family: "Python", call: "math.fsum(x)", tool: tools.python, ask: python("python.fsum") },
  {
    ...{ family: "pandas", call: "series.sum()", tool: tools.pandas, ask: python("pandas.sum") },
    scan: { call: "series.cumsum()", ask: python("pandas.cumsum") },
  },
  { family: "pandas", call: "groupby.sum()", tool: tools.pandas, ask: python("pandas.groupby-sum") },
  { family: "pandas", call: "rolling.sum()", tool: tools.pandas, ask: python("pandas.rolling-sum") },
  {
    ...{ family: "Polars", call: "series.sum()", tool: tools.polars, ask: python("polars.sum") },
    scan: { call: "series.cum_sum()", ask: python("polars.cum-sum") },
  },
  {
    ...{
      family: "Arrow C++ (pyarrow)",
      call: "compute.sum(x)",
      tool: tools.pyarrow,
      ask: python("pyarrow.sum"),
    },
    scan: { call: "compute.cumulative_sum(x)", ask: python("pyarrow.cumulative-sum") },
  },
  { family: "SciPy", call: "csr_matrix @ y", tool: tools.scipy, ask: python("scipy.csr-matvec") },
  ...pyTorch("cpu", tools.torch),
  ...pyTorch("cuda", tools.torchCuda),
  ...tensors(
    "CuPy",
    tools.cupy,
    { sum: "cupy.sum(x)", scan: "cupy.cumsum(x)", dot: "cupy.dot(x32, y32)" },
    "cupy.",
  ),
  ...tensors(
    "JAX, cuda",
    tools.jax,
    { sum: "jnp.sum(x)", scan: "jnp.cumsum(x)", dot: "jnp.dot(x32, y32)" },
    "jax.",
  ),
  ...standardLibrary("libstdc++, g++ -O2", tools.gccO2),
  ...standardLibrary(`libstdc++, g++ ${FAST.join(" ")}`, tools.gccFast),
  ...standardLibrary(`libstdc++, g++ ${FAST.join(" ")} -march=native`, tools.gccNative),
  ...standardLibrary("libstdc++, clang++ -O2", tools.clangO2),
  ...standardLibrary(`libstdc++, clang++ ${FAST.join(" ")}`, tools.clangFast),
  ...blas("OpenBLAS", tools.openBlas),
  ...blas("reference BLAS", tools.referenceBlas),
  ...blas("BLIS", tools.blis),
  { family: "mawk", call: "{ s += $1 }", tool: tools.mawk, ask: awk("mawk -W interactive") },
  { family: "gawk", call: "{ s += $1 }", tool: tools.gawk, ask: awk("gawk") },
  {
    family: "datamash",
    call: "datamash sum 1",
    tool: tools.datamash,
    ask: ofModule("text-commands.mjs", "datamash"),
    isStartedEachTime: true,
  },
  {
    ...{ family: "jq", call: "add", tool: tools.jq, ask: ofModule("text-commands.mjs", "jqAdd") },
    isStartedEachTime: true,
  },
  {
    ...{ family: "SQLite of Debian", call: "sum(x)", tool: tools.debianSqlite, ask: sqlitePython("sum") },
    scan: { call: "sum(x) over (order by i)", ask: sqlitePython("window") },
  },
  {
    ...{
      family: "SQLite of Node 24",
      call: "sum(x)",
      tool: tools.newSqlite,
      ask: served("sqlite.mjs", "sum"),
    },
    scan: { call: "sum(x) over (order by i)", ask: served("sqlite.mjs", "scan") },
  },
  {
    ...{
      family: "DuckDB, one thread",
      call: "sum(x)",
      tool: tools.duckdb,
      ask: ofModule("duckdb.mjs", "oneThread"),
    },
    scan: { call: "sum(x) over (order by i)", ask: ofModule("duckdb.mjs", "window") },
  },
  {
    family: "DuckDB, two threads",
    call: "sum(x)",
    tool: tools.duckdb,
    ask: ofModule("duckdb.mjs", "twoThreads"),
  },
  { family: "DuckDB, one thread", call: "fsum(x)", tool: tools.duckdb, ask: ofModule("duckdb.mjs", "fsum") },
  {
    ...{ family: "PostgreSQL", call: "sum(x)", tool: tools.postgres, ask: psql("sum") },
    scan: { call: "sum(x) over (order by i)", ask: psql("window") },
  },
  {
    ...{
      family: "d3-array",
      call: "sum(x)",
      tool: tools.dependency("d3-array"),
      ask: ofModule(JAVASCRIPT, "d3Sum"),
    },
    scan: { call: "cumsum(x)", ask: ofModule(JAVASCRIPT, "d3Cumsum") },
  },
  {
    ...{
      family: "d3-array",
      call: "fsum(x)",
      tool: tools.dependency("d3-array"),
      ask: ofModule(JAVASCRIPT, "d3Fsum"),
    },
    scan: { call: "fcumsum(x)", ask: ofModule(JAVASCRIPT, "d3Fcumsum") },
  },
  {
    ...{ family: "@stdlib", call: "dsumpw", tool: tools.dependency("@stdlib/blas-ext-base-dsumpw") },
    ask: ofModule(JAVASCRIPT, "stdlibPairwise"),
    scan: { call: "dcusumpw", ask: ofModule(JAVASCRIPT, "stdlibPairwiseScan") },
  },
  {
    ...{ family: "@stdlib", call: "dsumkbn", tool: tools.dependency("@stdlib/blas-ext-base-dsumkbn") },
    ask: ofModule(JAVASCRIPT, "stdlibCompensated"),
    scan: { call: "dcusumkbn", ask: ofModule(JAVASCRIPT, "stdlibCompensatedScan") },
  },
  {
    ...{
      family: "numpy-ts",
      call: "sum(x)",
      tool: tools.dependency("numpy-ts"),
      ask: ofModule(JAVASCRIPT, "numpyTsSum"),
    },
    scan: { call: "cumsum(x)", ask: ofModule(JAVASCRIPT, "numpyTsCumsum") },
  },
  {
    family: "numpy-ts",
    call: "dot(x, y)",
    tool: tools.dependency("numpy-ts"),
    ask: ofModule(JAVASCRIPT, "numpyTsDot"),
  },
  ...tensorFlow("cpu"),
  ...tensorFlow("wasm"),
  ...webGpu(
    "TensorFlow.js, webgpu",
    tools.tfjsWebGpu,
    { sum: "tf.sum(x)", scan: "tf.cumsum(x)", dot: "tf.dot(x, y)" },
    "tf",
  ),
  ...webGpu(
    "jax-js, webgpu",
    tools.jaxJs,
    { sum: "np.sum(x)", scan: "np.cumsum(x)", dot: "np.dot(x, y)" },
    "jax",
  ),
  {
    ...{ family: "luma.gl, webgpu", call: "GPUReduction, sum", tool: tools.lumaGl, type: "f32" },
    ask: gpuServed("lumaSum"),
  },
  ...loops("Node", tools.thisNode, (name) => ofModule("loops.mjs", name)),
  ...loops("Bun", tools.bun, (name) => served("loops.mjs", name)),
  { family: "Bun", call: "Math.sumPrecise(x)", tool: tools.bun, ask: served("loops.mjs", "sumPrecise") },
  ...loops("Firefox", tools.firefox, inFirefox),
  {
    family: "Firefox",
    call: "Math.sumPrecise(x)",
    tool: tools.firefox,
    ask: inFirefox("sumPrecise"),
  },
  {
    ...{ family: "math.sumprecise", call: "sumPrecise(x)", tool: tools.dependency("math.sumprecise") },
    ask: ofModule(JAVASCRIPT, "sumPrecisePolyfill"),
  },
];

/** @param {string} name */
function sqlitePython(name) {
  return python(`sqlite.${name}`);
}

/** @param {"cpu" | "wasm"} backend @returns {readonly Adder[]} */
function tensorFlow(backend) {
  const [family, tool, type] = [`TensorFlow.js, ${backend}`, tools.tfjs, /** @type {const} */ ("f32")];
  return [
    {
      ...{ family, tool, type, call: "tf.sum(x)", ask: ofModule("tfjs.mjs", `${backend}Sum`) },
      scan: { call: "tf.cumsum(x)", ask: ofModule("tfjs.mjs", `${backend}Cumsum`) },
    },
    { family, tool, type, call: "tf.dot(x, y)", ask: ofModule("tfjs.mjs", `${backend}Dot`) },
  ];
}

/** On a GPU that is emulated: a process each, because Dawn's device is not to be left when a program ends. @param {string} family @param {Adder["tool"]} tool @param {{ sum: string, scan: string, dot: string }} calls @param {string} names @returns {readonly Adder[]} */
function webGpu(family, tool, calls, names) {
  const type = /** @type {const} */ ("f32");
  return [
    {
      ...{ family, tool, type, call: calls.sum, ask: gpuServed(`${names}Sum`) },
      scan: { call: calls.scan, ask: gpuServed(`${names}Cumsum`) },
    },
    { family, tool, type, call: calls.dot, ask: gpuServed(`${names}Dot`) },
  ];
}

/** @param {string} family @param {Adder["tool"]} tool @param {(name: string) => (command: string) => Asked} asked @returns {readonly Adder[]} */
function loops(family, tool, asked) {
  return [
    {
      ...{ family, tool, call: "for (…) total += x[i]", ask: asked("sum") },
      scan: { call: "the same, with each total kept", ask: asked("scan") },
    },
    { family, tool, call: "x.reduce((a, b) => a + b)", ask: asked("reduce") },
  ];
}
