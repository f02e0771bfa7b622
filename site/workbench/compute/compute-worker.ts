// The worker that computes: so that a page never waits while kernels run, and a stop is an end of the worker. Each task is loaded when it is first asked for.
import { faultFrom } from "./fault.ts";
import type { Asked, Report, TaskName, Told } from "./tasks.ts";

type Run = (question: never, report: Report) => unknown;

const LOADERS: Readonly<Record<TaskName, () => Promise<Run>>> = {
  file: async () => (await import("./file-task.ts")).answerFile,
  sum: async () => (await import("./sum-task.ts")).answerSum,
  reveal: async () => (await import("./reveal-task.ts")).answerReveal,
  scan: async () => (await import("./scan-task.ts")).answerScan,
  network: async () => (await import("./network-task.ts")).answerNetwork,
  networkTimes: async () => (await import("./network-times-task.ts")).answerNetworkTimes,
  kernels: async () => (await import("./kernels-task.ts")).answerKernels,
  synthesis: async () => (await import("./synthesis-task.ts")).answerSynthesis,
  solver: async () => (await import("./solver-task.ts")).answerSolver,
  laws: async () => (await import("./laws-task.ts")).answerLaws,
  program: async () => (await import("./program-task.ts")).answerProgram,
  programTimes: async () => (await import("./program-times-task.ts")).answerProgramTimes,
  speed: async () => (await import("./speed-task.ts")).answerSpeed,
  lookBack: async () => (await import("./look-back-task.ts")).answerLookBack,
  lookBackGpu: async () => (await import("./look-back-gpu-task.ts")).answerLookBackGpu,
  witness: async () => (await import("./witness-task.ts")).answerWitness,
};

const tell = (told: Told): void => globalThis.postMessage(told);

globalThis.addEventListener("message", async ({ data }: MessageEvent<Asked>) => {
  const { id, task, question } = data;
  try {
    const run = await LOADERS[task]();
    const answer = await run(question as never, (progress) => tell({ id, kind: "progress", progress }));
    tell({ id, kind: "answer", answer });
  } catch (error) {
    tell({ id, kind: "fault", fault: faultFrom(error) });
  }
});
