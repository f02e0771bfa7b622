import type { VNode } from "vue";
import type { Fault } from "../compute/tasks.ts";
import { isOfContract } from "./contract-line.tsx";
import { faultText } from "./fault-text.tsx";
import { FileDrop } from "./file-drop.tsx";
import { runningText } from "./running-text.tsx";
import type { Session } from "./session.ts";

interface FieldTask {
  readonly fault: Fault | undefined;
  readonly isRunning: boolean;
  readonly stop: () => void;
}

interface Example {
  readonly title: string;
  readonly data: string;
}

/** The numbers of a pane, to be typed or taken from an example; their fault, and what runs, stand right below. */
export function numbersField(
  session: Session,
  task: FieldTask,
  examples: readonly Example[],
  id: string,
): VNode {
  const { data } = session.state;
  const isFaulty = task.fault?.argument === "data";
  const type = (event: Event, kind: "typing" | "step"): void =>
    session.update({ data: (event.target as HTMLTextAreaElement).value }, kind);
  return (
    <div class="sb-data">
      <label for={id}>Numbers</label>
      <FileDrop session={session} id={`${id}-file`}>
        <textarea
          id={id}
          rows={2}
          spellcheck={false}
          value={data}
          aria-invalid={isFaulty}
          onInput={(event) => type(event, "typing")}
          onChange={(event) => type(event, "step")}
        />
      </FileDrop>
      <p class="sb-examples">
        {examples.map((example) => (
          <button type="button" onClick={() => session.update({ data: example.data }, "step")}>
            {example.title}
          </button>
        ))}
      </p>
      {task.fault === undefined || isOfContract(task.fault)
        ? undefined
        : faultText(task.fault, isFaulty ? data : "")}
      {runningText(task, "computing")}
    </div>
  ) as VNode;
}
