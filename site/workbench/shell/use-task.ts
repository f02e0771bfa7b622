// A pane's question to the worker: asked again when it changes, a moment after the last key; the last answer stays until the next one is there.
import type { ElementArray } from "samebits/javascript";
import { onBeforeUnmount, reactive, watch } from "vue";
import { Asker, FaultError } from "../compute/ask.ts";
import { faultFrom } from "../compute/fault.ts";
import type { Fault, Progress, TaskName, Tasks } from "../compute/tasks.ts";
import { fileNamed } from "../link/file-text.ts";
import type { Session } from "./session.ts";

interface Running<Name extends TaskName> {
  readonly answer: Tasks[Name]["answer"] | undefined;
  readonly fault: Fault | undefined;
  readonly progress: Progress | undefined; // while it runs and tells
  readonly isRunning: boolean;
  readonly stop: () => void;
}

/** Milliseconds after the last key. */
const PAUSE = 120;

/** `question` gives undefined where there is nothing to ask. Where its data name a file of the session, the file's numbers go with it. */
export function useTask<Name extends TaskName>(
  task: Name,
  question: () => Tasks[Name]["question"] | undefined,
  session?: Session,
): Running<Name> {
  const asker = new Asker();
  const held = reactive({
    answer: undefined,
    fault: undefined,
    progress: undefined,
    isRunning: false,
    stop,
  }) as { -readonly [Key in keyof Running<Name>]: Running<Name>[Key] };
  let timer: ReturnType<typeof setTimeout> | undefined;
  let latest = 0;

  // What waits for its pause has not been asked yet, and is stopped all the same.
  function stop(): void {
    clearTimeout(timer);
    latest++;
    asker.stop();
    Object.assign(held, { isRunning: false, progress: undefined, fault: STOPPED });
  }

  const ask = async (asked: Tasks[Name]["question"]): Promise<void> => {
    const turn = ++latest;
    try {
      const file = fileOf(asked);
      const whole = file === undefined ? asked : { ...asked, file };
      const answer = await asker.ask(task, whole, (progress) => {
        held.progress = progress;
      });
      if (turn === latest) Object.assign(held, { answer, fault: undefined });
    } catch (error) {
      if (turn === latest) held.fault = faultOf(error);
    }
    if (turn === latest) Object.assign(held, { isRunning: false, progress: undefined });
  };

  /** Of the session, by what the data say. */
  const fileOf = (asked: object): ElementArray | undefined => {
    const named = fileNamed((asked as { readonly data?: string }).data ?? "");
    return named === undefined ? undefined : session?.files.get(named.hash);
  };

  // A file that comes later is a new question, though its text is the same.
  watch(
    () => {
      const asked = question();
      return asked && ([JSON.stringify(asked), fileOf(asked)] as const);
    },
    (next, last) => {
      if (next?.[0] === last?.[0] && next?.[1] === last?.[1]) return;
      clearTimeout(timer);
      if (next === undefined) return;
      const [text] = next;
      held.isRunning = true;
      timer = setTimeout(() => ask(JSON.parse(text)), PAUSE);
    },
    { immediate: true },
  );
  onBeforeUnmount(() => {
    clearTimeout(timer);
    latest++;
    asker.stop();
    asker.close();
  });
  return held;
}

const STOPPED: Fault = {
  name: "Stopped",
  message: "You have stopped this. Change anything to start again.",
  isOurs: true,
};

function faultOf(error: unknown): Fault {
  if (error instanceof FaultError) return error.fault;
  return faultFrom(error);
}
