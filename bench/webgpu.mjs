import { spawnSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import {
  bytesMoved,
  caseTitle,
  ELEMENT_BYTES,
  LENGTHS,
  productGroups,
  QUICK_WEBGPU_GROUPS,
  ROUNDS,
  SIDES,
  SOFTWARE_LENGTHS,
  SOFTWARE_ROUNDS,
  SOFTWARE_SIDES,
  webGpuGroups,
} from "./cases/webgpu.mjs";
import { checkAnswer } from "./contenders/gpu-answers.mjs";
import { gpuCopy } from "./contenders/gpu-copy.mjs";
import { openSamebits } from "./contenders/gpu-samebits.mjs";
import { elementsOf, gpuBuffer, writeElements } from "./harness/gpu-buffers.mjs";
import { adapterSlug, openGpuDevice } from "./harness/gpu-device.mjs";
import { GpuTimer } from "./harness/gpu-timer.mjs";
import { describeMachine, load } from "./harness/machine.mjs";
import { median, speedRatio, statistics } from "./harness/statistics.mjs";
import { webGpuPlot } from "./webgpu-plot.mjs";
import { webGpuTables } from "./webgpu-tables.mjs";

/** @typedef {import("./cases/webgpu.mjs").WebGpuCase} WebGpuCase */
/** @typedef {import("./cases/webgpu.mjs").WebGpuGroup} WebGpuGroup */
/** @typedef {import("./harness/gpu-device.mjs").GpuDevice} GpuDevice */
/** @typedef {import("./contenders/gpu-samebits.mjs").Samebits} Samebits */

const RESULTS = fileURLToPath(new URL("results", import.meta.url));
const SOFTWARE_WARNING = "software adapter: no statement about GPUs";
/** Of a batch: long against the rounding of timestamps on a GPU, short where everything is slow. */
const BATCH_NANOSECONDS = { gpu: 25e6, software: 2e6 };
const MOST_CALLS = 2000;

/**
 * One case with its times. `ofCopy` is its speed in parts of the copy's of the same bytes: the median over rounds of ratios within a round.
 *
 * @typedef {WebGpuCase & { title: string, nanoseconds: import("./cpu.mjs").CpuResult["results"][number]["nanoseconds"],
 *   wallNanoseconds: number, callsPerBatch: number, gigabytesPerSecond: number, ofCopy: number, rounds: readonly number[] }} WebGpuRow
 */

/**
 * @typedef {object} NativeRow  what our program over CUB printed
 * @property {string} contender
 * @property {"copy" | "inclusive-scan" | "reduce"} primitive
 * @property {"u32" | "f32" | "f64"} type
 * @property {string} determinism
 * @property {number} n
 * @property {number} nanoseconds
 * @property {number} ofCopy
 */

/**
 * @typedef {object} WebGpuResult
 * @property {"webgpu"} suite
 * @property {boolean} isQuick
 * @property {string | undefined} warning
 * @property {string} date
 * @property {string} command
 * @property {ReturnType<typeof describeMachine>} machine
 * @property {import("./harness/gpu-device.mjs").AdapterFacts} adapter
 * @property {"timestamps" | "wall"} clock
 * @property {{ before: number[], after: number[] }} load
 * @property {WebGpuRow[]} results
 * @property {{ title: string, n: number, reason: string }[]} skipped
 * @property {NativeRow[] | undefined} cub
 */

/**
 * @typedef {object} WebGpuOptions
 * @property {boolean} isQuick
 * @property {number | undefined} rounds
 * @property {string | undefined} only
 * @property {string | undefined} out
 * @property {string | undefined} cub  our program over CUB, compiled, to be run on the same lengths
 * @property {string} command
 * @property {() => Date} now
 */

/** Times kernels against a copy; prints a table, writes a file and a plot. @param {WebGpuOptions} options */
export async function runWebGpu(options) {
  const { isQuick, only, out, command, now } = options;
  const date = now().toISOString();
  const before = load();
  const gpu = await openGpuDevice();
  const warning = gpu.isSoftware ? SOFTWARE_WARNING : undefined;
  console.log(`${gpu.adapter.description || gpu.adapter.device} (times: ${gpu.clock})`);
  if (warning !== undefined) console.log(warning);
  const machine = describeMachine();
  const name = `${date.slice(0, 10)}-webgpu-${adapterSlug(gpu.adapter)}.json`;
  const isPart = isQuick || only !== undefined;
  const file = out ?? (isPart ? undefined : join(RESULTS, machine.name, name));
  /** @param {Timed} timed @param {NativeRow[]} [cub] @returns {WebGpuResult} */
  const resultOf = (timed, cub) => ({
    ...{ suite: "webgpu", isQuick, warning, date, command, machine, adapter: gpu.adapter, clock: gpu.clock },
    ...{ load: { before, after: load() }, ...timed, cub },
  });
  const timed = await timeAll(gpu, options, (soFar) => {
    if (file !== undefined) write(file, resultOf(soFar));
  });
  const lengths = [...new Set(timed.results.map(({ n }) => n))];
  const cub = options.cub === undefined ? undefined : runCub(options.cub, lengths);
  gpu.device.destroy();
  const result = resultOf(timed, cub);
  console.log(`\n${webGpuTables(result)}\n`);
  if (file !== undefined) {
    const plot = `${file.replace(/\.json$/, "")}.svg`;
    write(file, result);
    writeFileSync(plot, webGpuPlot(result));
    console.log(`Written: ${file}, ${plot}`);
  }
  return result;
}

/** @param {string} file @param {WebGpuResult} result */
function write(file, result) {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, `${JSON.stringify(result, undefined, 1)}\n`);
}

/** @typedef {Pick<WebGpuResult, "results" | "skipped">} Timed */

/** @param {GpuDevice} gpu @param {WebGpuOptions} options @param {(soFar: Timed) => void} keep  after each group: a run that is stopped leaves what it had @returns {Promise<Timed>} */
async function timeAll(gpu, { isQuick, rounds, only }, keep) {
  const full = [
    ...webGpuGroups(gpu.isSoftware ? SOFTWARE_LENGTHS : LENGTHS),
    ...productGroups(gpu.isSoftware ? SOFTWARE_SIDES : SIDES),
  ];
  const groups = (isQuick ? QUICK_WEBGPU_GROUPS : full).filter(({ name }) => name.includes(only ?? ""));
  const most = rounds ?? (isQuick || gpu.isSoftware ? SOFTWARE_ROUNDS : ROUNDS);
  const timer = new GpuTimer(gpu.device);
  const samebits = await openSamebits(gpu.device);
  /** @type {Timed} */
  const all = { results: [], skipped: [] };
  try {
    for (const group of groups) {
      const found = await timeGroup(group, { gpu, timer, samebits, rounds: most });
      all.results.push(...found.results);
      all.skipped.push(...found.skipped);
      keep(all);
    }
  } finally {
    timer.close();
    await samebits.close();
  }
  return all;
}

/**
 * @typedef {object} Setting
 * @property {GpuDevice} gpu
 * @property {GpuTimer} timer
 * @property {Samebits} samebits
 * @property {number} rounds
 */

/** @param {WebGpuGroup} group @param {Setting} setting */
async function timeGroup(group, setting) {
  const { device } = setting.gpu;
  const [{ type, n }] = group.cases;
  const bytes = n * ELEMENT_BYTES[type];
  const most = Math.min(device.limits.maxBufferSize, device.limits.maxStorageBufferBindingSize);
  if (bytes > most) {
    const reason = `${bytes} bytes are more than one buffer of this adapter, ${most}`;
    console.log(`${group.name}: skipped, ${reason}`);
    return { results: [], skipped: [{ title: group.name, n, reason }] };
  }
  const elements = elementsOf(type, n);
  const [input, output] = [gpuBuffer(device, type, n), gpuBuffer(device, type, n)];
  try {
    await writeElements(device, input, elements);
    return await timeCases(group, setting, { elements, input, output });
  } finally {
    input.destroy();
    output.destroy();
  }
}

/**
 * @typedef {object} GroupData
 * @property {import("./harness/gpu-buffers.mjs").Elements} elements
 * @property {GPUBuffer} input
 * @property {GPUBuffer} output
 */

/** @param {WebGpuGroup} group @param {Setting} setting @param {GroupData} data */
async function timeCases({ cases }, setting, data) {
  const entries = [];
  const skipped = [];
  for (const each of cases) {
    const prepared = await prepare(each, setting, data);
    if ("reason" in prepared) {
      console.log(`${caseTitle(each)} n=${each.n}: skipped, ${prepared.reason}`);
      skipped.push({ title: caseTitle(each), n: each.n, reason: prepared.reason });
    } else {
      entries.push({ case: each, ...prepared, ...(await calibrate(prepared.encode, setting)) });
    }
  }
  const times = await timeInTurns(entries, setting);
  const copy = entries.findIndex((each) => each.case.contender === "copy");
  return { skipped, results: entries.map((entry, i) => rowOf(entry, times[i], times[copy].gpu)) };
}

/**
 * Nanoseconds of a call, by entry and round; every second round goes backwards.
 *
 * @param {readonly { encode: (encoder: GPUCommandEncoder) => void, calls: number }[]} entries @param {Setting} setting
 */
async function timeInTurns(entries, { timer, rounds }) {
  const times = entries.map(() => ({
    gpu: /** @type {number[]} */ ([]),
    wall: /** @type {number[]} */ ([]),
  }));
  for (let round = 0; round < rounds; round++) {
    const order = [...entries.keys()];
    for (const i of round % 2 === 0 ? order : order.reverse()) {
      const { encode, calls } = entries[i];
      const { gpu, wall } = await timer.time(encode, calls);
      times[i].gpu.push(gpu / calls);
      times[i].wall.push(wall / calls);
    }
  }
  return times;
}

/**
 * A case made ready and its answer checked, or why it cannot be.
 *
 * @param {WebGpuCase} each @param {Setting} setting @param {GroupData} data
 * @returns {Promise<{ encode: (encoder: GPUCommandEncoder) => void } | { reason: string }>}
 */
async function prepare(each, { gpu, samebits }, data) {
  const { device } = gpu;
  const ready =
    each.contender === "copy"
      ? { encode: await gpuCopy(device, data.input, data.output) }
      : await samebits.prepare(each, data);
  if ("reason" in ready) return ready;
  const encoder = device.createCommandEncoder();
  encoder.clearBuffer(data.output);
  ready.encode(encoder);
  device.queue.submit([encoder.finish()]);
  await checkAnswer(each, device, data);
  return ready;
}

/** How many calls make a batch. @param {(encoder: GPUCommandEncoder) => void} encode @param {Setting} setting */
async function calibrate(encode, { timer, gpu }) {
  const wanted = gpu.isSoftware ? BATCH_NANOSECONDS.software : BATCH_NANOSECONDS.gpu;
  let calls = 1;
  for (;;) {
    // The shorter of two: on a machine that was busy elsewhere a batch would be too short for the GPU's clock.
    const times = [await timer.time(encode, calls), await timer.time(encode, calls)];
    const took = Math.min(...times.map(({ gpu: nanoseconds }) => nanoseconds));
    if (took >= wanted / 2 || calls >= MOST_CALLS) return { calls };
    calls = Math.min(MOST_CALLS, took === 0 ? calls * 8 : Math.ceil((calls * wanted) / took));
  }
}

/**
 * @param {{ case: WebGpuCase, calls: number }} entry
 * @param {{ gpu: number[], wall: number[] }} times @param {number[]} copyTimes
 * @returns {WebGpuRow}
 */
function rowOf({ case: each, calls }, { gpu, wall }, copyTimes) {
  const nanoseconds = statistics(gpu);
  const gigabytesPerSecond = Number((bytesMoved(each) / nanoseconds.median).toFixed(3));
  const ofCopy = Number(speedRatio(gpu, copyTimes).toFixed(4));
  const row = {
    ...{ ...each, title: caseTitle(each), nanoseconds, wallNanoseconds: Math.round(median(wall)) },
    ...{ callsPerBatch: calls, gigabytesPerSecond, ofCopy, rounds: gpu.map(Math.round) },
  };
  const time = `${(nanoseconds.median / 1e6).toFixed(4).padStart(12)} ms`;
  const speed = `${gigabytesPerSecond.toFixed(2).padStart(9)} GB/s`;
  console.log(`${row.title.padEnd(40)} n=${String(each.n).padEnd(9)} ${time} ${speed}  ${ofCopy} of copy`);
  return row;
}

/** @param {string} program @param {readonly number[]} lengths @returns {NativeRow[] | undefined} */
function runCub(program, lengths) {
  const { status, stdout, stderr } = spawnSync(program, lengths.map(String), { encoding: "utf8" });
  if (status !== 0) {
    console.log(`${program} must end with exit code 0, got ${status}: ${stderr?.trim()}`);
    return undefined;
  }
  const rows = stdout.split("\n").filter((line) => line.startsWith("{"));
  return rows.map((line) => {
    /** @type {NativeRow} */
    const row = JSON.parse(line);
    const what = `${row.contender} ${row.type} ${row.determinism}`;
    console.log(
      `${what.padEnd(48)} n=${String(row.n).padEnd(9)} ${(row.nanoseconds / 1e6).toFixed(4).padStart(10)} ms`,
    );
    return row;
  });
}
