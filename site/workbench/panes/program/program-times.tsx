// Measured against predicted, when asked: it takes seconds of a core.
import { defineComponent, ref, watch } from "vue";
import type { ProgramTimesAnswer } from "../../compute/program-times-task.ts";
import { ChartFrame } from "../../pictures/chart-frame.tsx";
import { askButton } from "../../shell/controls.tsx";
import { faultText } from "../../shell/fault-text.tsx";
import { runningText } from "../../shell/running-text.tsx";
import { useTask } from "../../shell/use-task.ts";

export const ProgramTimes = defineComponent(
  (props: { contract: string; text: string; entry: string }) => {
    const isAsked = ref(false);
    const task = useTask("programTimes", () => (isAsked.value ? { ...props } : undefined));
    watch(
      () => [props.contract, props.text, props.entry],
      () => {
        isAsked.value = false;
      },
    );
    return () => (
      <section aria-label="Measured here">
        <h2>Measured here, against predicted</h2>
        <p>
          Seconds for each unit of work, of span and for each primitive are fitted to times of this browser.{" "}
          {askButton("Measure it here", isAsked)}
        </p>
        {runningText(task, task.progress?.what ?? "measuring")}
        {isAsked.value ? faultText(task.fault) : undefined}
        {!isAsked.value || task.answer === undefined || task.isRunning
          ? undefined
          : found(task.answer, props.entry)}
      </section>
    );
  },
  { props: ["contract", "text", "entry"] },
);

function found({ perWork, perSpan, perPrimitive, median, worst, chart }: ProgramTimesAnswer, entry: string) {
  const terms = [
    [perWork, "W"],
    [perSpan, "S"],
    [perPrimitive, "primitives"],
  ] as const;
  const sum = terms
    .filter(([factor]) => factor > 0)
    .map(([factor, of]) => `${factor.toPrecision(3)} · ${of}`);
  return (
    <>
      <p class="sb-difference" data-measured={entry}>
        time = {sum.join(" + ")} ns: {(100 * median).toFixed(0)} % off in the median,{" "}
        {(100 * worst).toFixed(0)} % at most
      </p>
      <ChartFrame
        caption={`Times of ${entry} in this browser, measured and predicted`}
        file="times"
        svg={chart}
      />
    </>
  );
}
