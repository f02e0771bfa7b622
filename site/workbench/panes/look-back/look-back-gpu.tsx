// The same scan on the reader's GPU, when asked: a device is opened, and a million numbers go there.
import { defineComponent, ref, watch } from "vue";
import type { LookBackGpuAnswer } from "../../compute/look-back-gpu-task.ts";
import { faultText } from "../../shell/fault-text.tsx";
import { runningText } from "../../shell/running-text.tsx";
import type { Session } from "../../shell/session.ts";
import { useTask } from "../../shell/use-task.ts";

export const LookBackGpu = defineComponent(
  (props: { session: Session; hash: string | undefined }) => {
    const isAsked = ref(false);
    const task = useTask(
      "lookBackGpu",
      () =>
        isAsked.value
          ? { contract: props.session.state.contract, data: props.session.state.data }
          : undefined,
      props.session,
    );
    watch(
      () => [props.session.state.contract, props.session.state.data],
      () => {
        isAsked.value = false;
      },
    );
    return () => (
      <section aria-label="On your GPU">
        <h2>On your GPU</h2>
        <p>
          The kernels of <code>samebits/webgpu</code> walk the same tables as this simulator.{" "}
          <button
            type="button"
            onClick={() => {
              isAsked.value = true;
            }}
          >
            Run it on this GPU
          </button>
        </p>
        {runningText(task, "on the GPU")}
        {isAsked.value ? faultText(task.fault) : undefined}
        {!isAsked.value || task.answer === undefined || task.isRunning
          ? undefined
          : found(task.answer, props.hash)}
      </section>
    );
  },
  { props: ["session", "hash"] },
);

function found({ device, hash, long }: LookBackGpuAnswer, simulated: string | undefined) {
  const isSame = hash === simulated && (long === undefined || long.hash === long.wasmHash);
  return (
    <>
      <p class={["sb-difference", isSame ? "sb-right" : "sb-wrong"]} data-gpu-hash={hash}>
        {device}: {hash === simulated ? "the bits of the simulated run" : `other bits, ${hash}`}.
        {long === undefined
          ? ""
          : ` Of ${long.length} random signs ${long.hash === long.wasmHash ? "too it has the bits of WebAssembly" : "it has other bits than WebAssembly"}; its counters for these:`}
      </p>
      {long === undefined ? undefined : (
        <dl class="sb-facts" aria-label="Counters of the GPU">
          {Object.entries(long.counters).map(([name, value]) => (
            <div>
              <dt>{NAMES[name] ?? name}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
      )}
    </>
  );
}

/** Counters by the words of the simulator. */
const NAMES: Readonly<Record<string, string>> = {
  polls: "looks for a root",
  fallbacks: "roots made instead",
  recomputed: "tiles read again for those",
  publications: "roots published",
  native: "tiles added natively",
  integer: "tiles added on bits",
  lookBackSteps: "steps back, one by one",
  elementReads: "elements read",
  elementWrites: "elements written",
};
