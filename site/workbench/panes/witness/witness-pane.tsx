// Witness: does this browser give the bits that every other gives? Run here, row by row, against the literal reference.
import { computed, defineComponent, ref, watch } from "vue";
import type { WitnessAnswer } from "../../compute/witness-task.ts";
import { askButton, choice } from "../../shell/controls.tsx";
import { CopyButton } from "../../shell/copy-button.tsx";
import { faultText } from "../../shell/fault-text.tsx";
import { useTask } from "../../shell/use-task.ts";
import type { PaneProps } from "../../shell/workbench.tsx";
import { SeenEngines } from "./seen-engines.tsx";

const LENGTHS = ["67", "259", "1031"] as const;

/** By their names in a link. */
const FURTHER = [
  { name: "workers", title: "and threads" },
  { name: "webgpu", title: "and the GPU" },
] as const;

export const WitnessPane = defineComponent(
  (props: PaneProps) => {
    const { session, report } = props;
    const length = computed(() => session.state.options.length ?? LENGTHS[0]);
    const isAsked = ref(false); // seconds of both cores: not before the reader says so
    const on = computed(() => (session.state.options.on ?? "").split(",").filter((each) => each !== ""));
    const task = useTask("witness", () =>
      isAsked.value ? { length: Number(length.value), on: on.value } : undefined,
    );
    const set = (change: Readonly<Record<string, string>>): void =>
      session.update({ options: { ...session.state.options, ...change } }, "step");
    // Another executor is another half minute, and begun when asked for.
    watch(
      () => on.value.join(","),
      () => {
        isAsked.value = false;
      },
    );
    watch(
      () => [task.fault, task.answer] as const,
      ([fault, answer]) => report({ fault, copies: answer?.copies }),
      { immediate: true },
    );
    return () => (
      <div data-state={task.isRunning ? "running" : task.fault === undefined ? "ready" : "fault"}>
        <p>
          Plain loops and WebAssembly compute some hundred contracts on hostile data in this browser, and each
          answer is held against a literal evaluator, which shares no code with them. Threads and your GPU are
          asked too, if you say so.
        </p>
        <div class="sb-controls">
          {choice("sb-length", "Elements", length.value, LENGTHS, (next) => set({ length: next }))}
          {FURTHER.map(({ name, title }) => (
            <label for={`sb-on-${name}`}>
              <input
                id={`sb-on-${name}`}
                type="checkbox"
                checked={on.value.includes(name)}
                onChange={(event) => {
                  const isOn = (event.target as HTMLInputElement).checked;
                  const others = on.value.filter((each) => each !== name);
                  set({ on: [...others, ...(isOn ? [name] : [])].join(",") });
                }}
              />{" "}
              {title}
            </label>
          ))}
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
        {!isAsked.value || task.answer === undefined || task.isRunning ? undefined : verdict(task.answer)}
        <SeenEngines />
      </div>
    );
  },
  { props: ["session", "report"] },
);

const ABSENT: Readonly<Record<string, string>> = {
  wasm: "No kernels of WebAssembly",
  workers: "No threads",
  webgpu: "No GPU",
};

function verdict({ passed, summary, fingerprint, executors, absent, failures, text }: WitnessAnswer) {
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
      {absent.map(({ name, fault }) => (
        <p class="sb-kept" data-absent={name}>
          {ABSENT[name]} here, and the others were asked without. {fault.message}
        </p>
      ))}
      {failures.length === 0 ? undefined : <pre class="sb-scroll">{failures.join("\n")}</pre>}
      <p>
        Fingerprint of what plain loops{" "}
        {absent.some(({ name }) => name === "wasm")
          ? "gave, the same wherever they are asked alone"
          : "and WebAssembly gave, the same on every machine"}
        : <code data-fingerprint={fingerprint}>{fingerprint}</code>
      </p>
      <CopyButton label="Copy the report" text={text} />
    </>
  );
}
