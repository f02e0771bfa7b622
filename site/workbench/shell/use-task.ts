// A pane's question to the worker: asked again when it changes, a moment after the last key; the last answer stays until the next one is there.
import { onBeforeUnmount, reactive, watch } from "vue";
import { Asker, FaultError } from "../compute/ask.ts";
import { faultFrom } from "../compute/fault.ts";
import type { Fault, Progress, TaskName, Tasks } from "../compute/tasks.ts";

interface Running<Name extends TaskName> {
  readonly answer: Tasks[Name]["answer"] | undefined;
  readonly fault: Fault | undefined;
  readonly progress: Progress | undefined; // while it runs and tells
  readonly isRunning: boolean;
  readonly stop: () => void;
}

/** Milliseconds after the last key. */
const PAUSE = 120;

/** `question` gives undefined where there is nothing to ask. */
export function useTask<Name extends TaskName>(
  task: Name,
  question: () => Tasks[Name]["question"] | undefined,
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
      const answer = await asker.ask(task, asked, (progress) => {
        held.progress = progress;
      });
      if (turn === latest) Object.assign(held, { answer, fault: undefined });
    } catch (error) {
      if (turn === latest) held.fault = faultOf(error);
    }
    if (turn === latest) Object.assign(held, { isRunning: false, progress: undefined });
  };

  watch(
    () => JSON.stringify(question()),
    (text) => {
      clearTimeout(timer);
      if (text === undefined) return;
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
