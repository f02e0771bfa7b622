// Speed: what this machine does against a plain loop and the methods of typed arrays. Times stay in the page.
import { defineComponent, ref, watch } from "vue";
import type { SpeedAnswer, SpeedGroup } from "../../compute/speed-task.ts";
import { ChartFrame } from "../../pictures/chart-frame.tsx";
import { askButton } from "../../shell/controls.tsx";
import { CopyButton } from "../../shell/copy-button.tsx";
import { numbersField } from "../../shell/numbers-field.tsx";
import { useTask } from "../../shell/use-task.ts";
import type { PaneProps } from "../../shell/workbench.tsx";

const EXAMPLES = [
  { title: "a thousand", data: "signed 1000 seed 28" },
  { title: "a hundred thousand", data: "signed 100000 seed 28" },
  { title: "a million", data: "signed 1000000 seed 28" },
  { title: "ten million", data: "signed 10000000 seed 28" },
] as const;

export const SpeedPane = defineComponent(
  (props: PaneProps) => {
    const { session, report } = props;
    const isAsked = ref(false); // some seconds of one core: not before the reader says so
    const task = useTask(
      "speed",
      () => (isAsked.value ? { contract: session.state.contract, data: session.state.data } : undefined),
      session,
    );
    watch(
      () => [session.state.contract, session.state.data],
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
          The library is measured against a plain loop and the methods of typed arrays, in a worker of this
          browser. Nothing is sent anywhere.
        </p>
        {numbersField(session, task, EXAMPLES, "sb-speed-numbers")}
        {task.isRunning ? (
          <div>
            <progress max={1} value={task.progress?.fraction ?? 0} aria-label="Progress" />
            <p class="sb-soft">{task.progress?.what}</p>
          </div>
        ) : (
          <p>{askButton("Measure this machine", isAsked, "sb-main")}</p>
        )}
        {task.answer === undefined || !isAsked.value || task.isRunning ? undefined : results(task.answer)}
      </div>
    );
  },
  { props: ["session", "report"] },
);

function results({ groups, chart, length, machine, report }: SpeedAnswer) {
  return (
    <>
      <ul class="sb-verdicts">
        {groups.map((group) => (
          <li class="sb-difference">{sentenceOf(group)}</li>
        ))}
      </ul>
      <ChartFrame
        caption={`Nanoseconds for each of ${length} numbers: less is better`}
        file="speed"
        svg={chart}
      />
      {groups.map(table)}
      <p class="sb-soft">Medians of fifteen samples and more, with quartiles. {machine}.</p>
      <CopyButton label="Copy the report" text={report} />
    </>
  );
}

/** Ours that is nearest to how the other is called: on an array that JavaScript owns. */
function sentenceOf({ title, rows }: SpeedGroup): string {
  const own = rows.find(({ name }) => name === "samebits" || name === "samebits/algorithms") ?? rows[0];
  const other = rows.filter(({ isOurs }) => !isOurs).sort((left, right) => left.median - right.median)[0];
  const factor = other.median / own.median;
  const words =
    factor >= 1
      ? `is ${factor.toFixed(1)} times as fast as`
      : `takes ${(1 / factor).toFixed(1)} times as long as`;
  const bits = own.answer === other.answer ? "the same bits" : "other bits, as it adds in another order";
  return `${title}: ${own.name} ${words} ${other.name}, which gives ${bits}.`;
}

function table({ title, rows }: SpeedGroup) {
  const least = Math.min(...rows.map(({ median }) => median));
  return (
    <section class="sb-scroll" tabindex={0} aria-label={`Times of ${title}`}>
      <table class="sb-table">
        <caption>{title}: nanoseconds for each number</caption>
        <thead>
          <tr>
            {["by", "median", "quartiles", "of the fastest", title === "sum" ? "sum" : "hash"].map((name) => (
              <th scope="col">{name}</th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ name, median, low, high, answer }) => (
            <tr>
              <th scope="row">{name}</th>
              <td data-label="median">{median.toPrecision(3)}</td>
              <td data-label="quartiles">
                {low.toPrecision(3)} to {high.toPrecision(3)}
              </td>
              <td data-label="of the fastest">{(median / least).toFixed(2)} ×</td>
              <td class="sb-bits" data-label="answer">
                {answer}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
