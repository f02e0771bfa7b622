// The network's scan on the reader's GPU against plain loops and WebAssembly, when asked: bits first, times beside them.
import { defineComponent, ref, watch } from "vue";
import type { NetworkTimesAnswer } from "../../compute/network-times-task.ts";
import { askButton } from "../../shell/controls.tsx";
import { faultText } from "../../shell/fault-text.tsx";
import { runningText } from "../../shell/running-text.tsx";
import { useTask } from "../../shell/use-task.ts";

export const NetworkTimes = defineComponent(
  (props: { contract: string; pairs: string }) => {
    const isAsked = ref(false);
    const task = useTask("networkTimes", () => (isAsked.value ? { ...props } : undefined));
    watch(
      () => [props.contract, props.pairs],
      () => {
        isAsked.value = false;
      },
    );
    return () => (
      <section aria-label="On your machine">
        <h2>On your machine, on a GPU and without</h2>
        <p>
          The scan of many numbers by this network, block after block: what the contract above says, on
          executors that share no code. {askButton("Run it here", isAsked)}
        </p>
        {runningText(task, task.progress?.what ?? "running")}
        {isAsked.value ? faultText(task.fault) : undefined}
        {!isAsked.value || task.answer === undefined || task.isRunning ? undefined : found(task.answer)}
      </section>
    );
  },
  { props: ["contract", "pairs"] },
);

function found({ length, rows, isSame, wasmFault, gpuFault }: NetworkTimesAnswer) {
  return (
    <>
      <p class={["sb-difference", isSame ? "sb-right" : "sb-wrong"]} data-same={isSame}>
        {rows.length === 1
          ? "Plain loops alone are here: there is nothing to hold them against."
          : isSame
            ? "The same bits on all of them."
            : "Other bits: please report this."}
      </p>
      <section class="sb-scroll" tabindex={0} aria-label="Times of this network">
        <table class="sb-table sb-narrow">
          <caption>All prefixes of {length} random numbers, copies to and from a GPU left out</caption>
          <thead>
            <tr>
              {["executor", "ns for each number", "hash of all prefixes"].map((name) => (
                <th scope="col">{name}</th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map(({ name, median, hash }) => (
              <tr>
                <th scope="row">{name}</th>
                <td data-label="ns for each number">{median.toPrecision(3)}</td>
                <td data-label="hash of all prefixes" class="sb-bits">
                  {hash}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      {wasmFault === undefined ? undefined : <p class="sb-kept">{wasmFault.message}</p>}
      {gpuFault === undefined ? undefined : (
        <p class="sb-kept">No GPU here, and everything else goes on without one. {gpuFault.message}</p>
      )}
    </>
  );
}
