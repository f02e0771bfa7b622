// What the page asks its worker, and what comes back: data that a structured clone carries.
import type { FileAnswer, FileQuestion } from "./file-task.ts";
import type { KernelsAnswer, KernelsQuestion } from "./kernels-task.ts";
import type { LawsAnswer, LawsQuestion } from "./laws-task.ts";
import type { LookBackGpuAnswer, LookBackGpuQuestion } from "./look-back-gpu-task.ts";
import type { LookBackAnswer, LookBackQuestion } from "./look-back-task.ts";
import type { NetworkAnswer, NetworkQuestion } from "./network-task.ts";
import type { NetworkTimesAnswer, NetworkTimesQuestion } from "./network-times-task.ts";
import type { ProgramAnswer, ProgramQuestion } from "./program-task.ts";
import type { ProgramTimesAnswer, ProgramTimesQuestion } from "./program-times-task.ts";
import type { RevealAnswer, RevealQuestion } from "./reveal-task.ts";
import type { ScanAnswer, ScanQuestion } from "./scan-task.ts";
import type { SolverAnswer, SolverQuestion } from "./solver-task.ts";
import type { SpeedAnswer, SpeedQuestion } from "./speed-task.ts";
import type { SumAnswer, SumQuestion } from "./sum-task.ts";
import type { SynthesisAnswer, SynthesisQuestion } from "./synthesis-task.ts";
import type { WitnessAnswer, WitnessQuestion } from "./witness-task.ts";

export interface Tasks {
  readonly file: { readonly question: FileQuestion; readonly answer: FileAnswer };
  readonly sum: { readonly question: SumQuestion; readonly answer: SumAnswer };
  readonly reveal: { readonly question: RevealQuestion; readonly answer: RevealAnswer };
  readonly scan: { readonly question: ScanQuestion; readonly answer: ScanAnswer };
  readonly network: { readonly question: NetworkQuestion; readonly answer: NetworkAnswer };
  readonly networkTimes: { readonly question: NetworkTimesQuestion; readonly answer: NetworkTimesAnswer };
  readonly kernels: { readonly question: KernelsQuestion; readonly answer: KernelsAnswer };
  readonly synthesis: { readonly question: SynthesisQuestion; readonly answer: SynthesisAnswer };
  readonly solver: { readonly question: SolverQuestion; readonly answer: SolverAnswer };
  readonly laws: { readonly question: LawsQuestion; readonly answer: LawsAnswer };
  readonly program: { readonly question: ProgramQuestion; readonly answer: ProgramAnswer };
  readonly programTimes: { readonly question: ProgramTimesQuestion; readonly answer: ProgramTimesAnswer };
  readonly speed: { readonly question: SpeedQuestion; readonly answer: SpeedAnswer };
  readonly lookBack: { readonly question: LookBackQuestion; readonly answer: LookBackAnswer };
  readonly lookBackGpu: { readonly question: LookBackGpuQuestion; readonly answer: LookBackGpuAnswer };
  readonly witness: { readonly question: WitnessQuestion; readonly answer: WitnessAnswer };
}

export type TaskName = keyof Tasks;

/** Tells how far a task is: a fraction from 0 to 1, and what it does. */
export type Report = (progress: Progress) => void;

export interface Progress {
  readonly fraction: number;
  readonly what: string;
}

/** An error of the library's as it crosses from a worker to the page. */
export interface Fault {
  readonly name: string;
  readonly message: string;
  readonly argument?: string | undefined;
  readonly actual?: string | undefined; // what came, as the message has it
  readonly frame?: string | undefined; // of a text: the line at fault, and a caret below the place
  readonly place?: { readonly line: number; readonly column: number } | undefined; // of a text, both from 1
  readonly isOurs: boolean; // a typed error, which names what to do; any other is a fault of the page
}

export type Asked = { readonly id: number; readonly task: TaskName; readonly question: unknown };

export type Told =
  | { readonly id: number; readonly kind: "progress"; readonly progress: Progress }
  | { readonly id: number; readonly kind: "answer"; readonly answer: unknown }
  | { readonly id: number; readonly kind: "fault"; readonly fault: Fault };
