// Scan: every prefix by two orders, where they differ, and how far each is from the true one.
import { computed, defineComponent, watch } from "vue";
import type { PrefixLine, ScanAnswer } from "../../compute/scan-task.ts";
import { ChartFrame } from "../../pictures/chart-frame.tsx";
import { numbersField } from "../../shell/numbers-field.tsx";
import { useTask } from "../../shell/use-task.ts";
import type { PaneProps } from "../../shell/workbench.tsx";

const EXAMPLES = [
  { title: "a thousand tenths", data: "tenths 1000" },
  { title: "1e16 among ones", data: "1e16 1 1 1 -1e16 1 1 1 1 1 1 1" },
  { title: "1/1 + 1/2 + 1/3 + …", data: "harmonic 10000" },
  { title: "random signs", data: "signed 10000 seed 28" },
] as const;

export const ScanPane = defineComponent(
  (props: PaneProps) => {
    const { session, report } = props;
    const other = computed(() => session.state.options.other ?? "left-fold");
    const task = useTask(
      "scan",
      () => ({
        contract: session.state.contract,
        data: session.state.data,
        other: other.value,
      }),
      session,
    );
    watch(
      () => [task.fault, task.answer] as const,
      ([fault, answer]) => report({ fault, copies: answer?.copies }),
      { immediate: true },
    );
    return () => (
      <div data-state={task.isRunning ? "running" : task.fault === undefined ? "ready" : "fault"}>
        {numbersField(session, task, EXAMPLES, "sb-scan-numbers")}
        <div class="sb-controls">
          <label for="sb-scan-other" class="sb-field">
            against{" "}
            <input
              id="sb-scan-other"
              type="text"
              spellcheck={false}
              value={other.value}
              onInput={(event) =>
                session.update({
                  options: { ...session.state.options, other: (event.target as HTMLInputElement).value },
                })
              }
            />
          </label>
        </div>
        {task.answer === undefined ? undefined : results(task.answer)}
      </div>
    );
  },
  { props: ["session", "report"] },
);

function results(answer: ScanAnswer) {
  const { rows, chart } = answer;
  return (
    <>
      <p class="sb-difference">{sentenceOf(answer)}</p>
      <section class="sb-scroll" tabindex={0} aria-label="Scans">
        <table class="sb-table">
          <caption>Prefix sums of {answer.length} numbers by two orders</caption>
          <thead>
            <tr>
              {["order", "last prefix", "bits", "hash of all prefixes", "worst error, ulp"].map((name) => (
                <th scope="col">{name}</th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <tr>
                <th scope="row">{row.expression}</th>
                <td class="sb-value" data-label="last prefix">
                  {row.last}
                </td>
                <td class="sb-bits" data-label="bits">
                  {row.bits}
                </td>
                <td class="sb-bits" data-label="hash">
                  {row.hash}
                </td>
                <td data-label="worst error, ulp">{row.worst ?? "–"}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      {chart === undefined ? (
        <p class="sb-soft">Errors are charted of sums of finite floats without an initial value.</p>
      ) : (
        <ChartFrame
          caption="Error of every prefix, in ulps of the true one"
          file="prefix-errors"
          svg={chart}
        />
      )}
      {prefixes(answer)}
    </>
  );
}

function sentenceOf({ rows, differingCount, firstDifference, length }: ScanAnswer): string {
  const [one, other] = rows;
  if (firstDifference === undefined)
    return `${one.expression} and ${other.expression} give the same bits at every position.`;
  const [here, there] = firstDifference.values;
  return `${differingCount} of ${length} prefixes differ, first at position ${firstDifference.position}: ${here} by ${one.expression}, ${there} by ${other.expression}.`;
}

function prefixes({ sample, rows }: ScanAnswer) {
  return (
    <section class="sb-scroll" tabindex={0} aria-label="Prefixes">
      <table class="sb-table sb-narrow">
        <caption>Prefixes where the orders first part</caption>
        <thead>
          <tr>
            <th scope="col">position</th>
            <th scope="col">element</th>
            <th scope="col">{rows[0].expression}</th>
            <th scope="col">{rows[1].expression}</th>
          </tr>
        </thead>
        <tbody>
          {sample.map((line: PrefixLine) => (
            <tr class={line.isDifferent ? "sb-different" : undefined}>
              <th scope="row">{line.position}</th>
              <td data-label="element">{line.element}</td>
              <td data-label={rows[0].expression}>{line.values[0]}</td>
              <td data-label={rows[1].expression}>{line.values[1]}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
