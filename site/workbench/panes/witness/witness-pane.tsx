// Witness: does this browser give the bits that every other gives? Run here, row by row, against the literal reference.
import { computed, defineComponent, ref, watch } from "vue";
import type { WitnessAnswer } from "../../compute/witness-task.ts";
import { askButton } from "../../shell/controls.tsx";
import { CopyButton } from "../../shell/copy-button.tsx";
import { faultText } from "../../shell/fault-text.tsx";
import { useTask } from "../../shell/use-task.ts";
import type { PaneProps } from "../../shell/workbench.tsx";

const LENGTHS = ["67", "259", "1031"] as const;

export const WitnessPane = defineComponent(
  (props: PaneProps) => {
    const { session, report } = props;
    const length = computed(() => session.state.options.length ?? LENGTHS[0]);
    const isAsked = ref(false); // seconds of both cores: not before the reader says so
    const task = useTask("witness", () => (isAsked.value ? { length: Number(length.value) } : undefined));
    watch(
      () => [task.fault, task.answer] as const,
      ([fault, answer]) => report({ fault, copies: answer?.copies }),
      { immediate: true },
    );
    return () => (
      <div data-state={task.isRunning ? "running" : task.fault === undefined ? "ready" : "fault"}>
        <p>
          Plain loops and WebAssembly compute some hundred contracts on hostile data in this browser, and each
          answer is held against a literal evaluator, which shares no code with them. Threads and a GPU are
          asked by <code>samebits witness</code> on the command line.
        </p>
        <div class="sb-controls">
          <label for="sb-length">
            Elements{" "}
            <select
              id="sb-length"
              value={length.value}
              onChange={(event) =>
                session.update(
                  {
                    options: { ...session.state.options, length: (event.target as HTMLSelectElement).value },
                  },
                  "step",
                )
              }
            >
              {LENGTHS.map((each) => (
                <option value={each}>{each}</option>
              ))}
            </select>
          </label>
          {isAsked.value ? undefined : askButton("Run the witness", isAsked, "sb-main")}
        </div>
        {task.isRunning ? (
          <div role="status">
            <progress max={1} value={task.progress?.fraction ?? 0} aria-label="Progress" />
            <p>
              {task.progress?.what ?? "loading …"}{" "}
              <button type="button" onClick={task.stop}>
                Stop
              </button>
            </p>
          </div>
        ) : undefined}
        {faultText(task.fault)}
        {task.answer === undefined || task.isRunning ? undefined : verdict(task.answer)}
      </div>
    );
  },
  { props: ["session", "report"] },
);

function verdict({ passed, summary, fingerprint, executors, failures, text }: WitnessAnswer) {
  return (
    <>
      <p class={["sb-difference", passed ? "sb-right" : "sb-wrong"]}>
        {passed ? "PASS" : "FAIL"}: {summary}
      </p>
      <section class="sb-scroll" tabindex={0} aria-label="Executors">
        <table class="sb-table sb-narrow">
          <caption>Contracts of each executor, against the literal reference</caption>
          <thead>
            <tr>
              {["executor", "the same bits", "other bits", "refused beforehand"].map((name) => (
                <th scope="col">{name}</th>
              ))}
            </tr>
          </thead>
          <tbody>
            {executors.map(({ executor, pass, fail, refused }) => (
              <tr>
                <th scope="row">{executor}</th>
                <td data-label="the same bits">{pass}</td>
                <td data-label="other bits">{fail}</td>
                <td data-label="refused beforehand">{refused}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      {failures.length === 0 ? undefined : <pre>{failures.join("\n")}</pre>}
      <p>
        Fingerprint of all of it, the same on every machine:{" "}
        <code data-fingerprint={fingerprint}>{fingerprint}</code>
      </p>
      <CopyButton label="Copy the report" text={text} />
    </>
  );
}
