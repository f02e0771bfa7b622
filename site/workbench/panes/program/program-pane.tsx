// Program: what a program of the array language gives, and what it costs: work and span, by line, as a graph, and as the input grows.
import { computed, defineComponent, watch } from "vue";
import type { ProgramAnswer } from "../../compute/program-task.ts";
import { ChartFrame } from "../../pictures/chart-frame.tsx";
import { CodeEditor } from "../../shell/code-editor.tsx";
import { isOfContract } from "../../shell/contract-line.tsx";
import { choice } from "../../shell/controls.tsx";
import { faultText } from "../../shell/fault-text.tsx";
import { runningText } from "../../shell/running-text.tsx";
import { useTask } from "../../shell/use-task.ts";
import type { PaneProps } from "../../shell/workbench.tsx";
import { ProgramTimes } from "./program-times.tsx";
import { SAMPLE_PROGRAMS } from "./sample-programs.ts";

const [FIRST] = SAMPLE_PROGRAMS;

export const ProgramPane = defineComponent(
  (props: PaneProps) => {
    const { session, report } = props;
    const text = computed(() => session.state.options.text ?? FIRST.text);
    const entry = computed(() => session.state.options.entry ?? FIRST.entry);
    const input = computed(() => (session.state.data === "" ? FIRST.input : session.state.data));
    const task = useTask("program", () => ({
      contract: session.state.contract,
      text: text.value,
      entry: entry.value,
      input: input.value,
    }));
    watch(
      () => [task.fault, task.answer] as const,
      ([fault, answer]) => report({ fault, copies: answer?.copies }),
      { immediate: true },
    );
    const set = (change: Readonly<Record<string, string>>, kind: "step" | "typing" = "step"): void =>
      session.update({ options: { ...session.state.options, ...change } }, kind);
    return () => (
      <div data-state={task.isRunning ? "running" : task.fault === undefined ? "ready" : "fault"}>
        {examples()}
        {editor()}
        {task.fault === undefined || isOfContract(task.fault)
          ? undefined
          : faultText(task.fault, task.fault.argument === "input" ? input.value : "")}
        {runningText(task, "counting")}
        {task.answer === undefined ? undefined : results(task.answer)}
        <ProgramTimes contract={session.state.contract} text={text.value} entry={entry.value} />
      </div>
    );

    function examples() {
      const sample = SAMPLE_PROGRAMS.find((each) => each.text === text.value);
      return (
        <div class="sb-controls">
          {choice(
            "sb-program-example",
            "Example",
            sample?.title ?? "your own",
            SAMPLE_PROGRAMS.map(({ title }) => title),
            (title) => {
              const chosen = SAMPLE_PROGRAMS.find((each) => each.title === title);
              if (chosen === undefined) return;
              const options = { ...session.state.options, text: chosen.text, entry: chosen.entry };
              session.update({ data: chosen.input, options }, "step");
            },
          )}
          {choice(
            "sb-program-entry",
            "Definition",
            task.answer?.entry ?? entry.value,
            task.answer?.entries.map(({ name }) => name) ?? [],
            (name) => set({ entry: name }),
          )}
        </div>
      );
    }

    function editor() {
      return (
        <div class="sb-data">
          <CodeEditor
            id="sb-program-text"
            label="The program"
            language="program"
            text={text.value}
            fault={task.fault?.name === "ProgramError" ? task.fault : undefined}
            change={(next: string) => set({ text: next }, "typing")}
          />
          <label for="sb-program-input">Operands</label>
          <input
            id="sb-program-input"
            type="text"
            spellcheck={false}
            value={input.value}
            aria-invalid={task.fault?.argument === "input"}
            onInput={(event) => session.update({ data: (event.target as HTMLInputElement).value })}
          />
        </div>
      );
    }
  },
  { props: ["session", "report"] },
);

function results(answer: ProgramAnswer) {
  const { entry, value, work, span, parallelism, executor, graph, whyNoGraph } = answer;
  return (
    <>
      <p class="sb-difference">
        {entry} gives <code data-value={value}>{value}</code>
      </p>
      <dl class="sb-facts" aria-label="Costs">
        {(
          [
            ["work", String(work)],
            ["span", String(span)],
            ["parallelism", parallelism.toFixed(2)],
          ] as const
        ).map(([name, fact]) => (
          <div>
            <dt>{name}</dt>
            <dd data-cost={name}>{fact}</dd>
          </div>
        ))}
      </dl>
      <p class="sb-soft">
        Work is the number of operations, span the longest chain of them that wait for one another: no number
        of processors makes a program faster than its span. {executor}
      </p>
      {heat(answer)}
      {growth(answer)}
      {graph === undefined ? (
        <p class="sb-kept">{whyNoGraph}</p>
      ) : (
        <details open={work <= 400}>
          <summary>The graph of this run: each node an operation, the longest path in red</summary>
          <ChartFrame
            caption={`What ${entry} computes, and what waits for what`}
            file="graph"
            svg={graph}
            isTall={true}
          />
        </details>
      )}
    </>
  );
}

/** Where the work is: a bar before each line that has some, and the lines beside it. */
function heat({ lines, entry }: ProgramAnswer) {
  const most = Math.max(...lines.map(({ share }) => share));
  const isHot = (index: number): boolean => (lines[index]?.work ?? 0) > 0;
  const shown = lines.flatMap(({ text }, index) => {
    const isBeside = text.trim() !== "" && (isHot(index - 1) || isHot(index + 1));
    return isHot(index) || isBeside ? [index] : [];
  });
  return (
    <section class="sb-scroll" tabindex={0} aria-label="Work by line">
      <table class="sb-heat">
        <caption>Work of {entry} by line</caption>
        <thead>
          <tr>
            <th scope="col">line</th>
            <th scope="col">work</th>
            <th scope="col">of all</th>
            <th scope="col">text</th>
          </tr>
        </thead>
        <tbody>
          {shown.map((index, place) => {
            const { text, work, share } = lines[index];
            const isAfterGap = place > 0 && shown[place - 1] !== index - 1;
            return (
              <tr class={[work === 0 ? "sb-cold" : "", isAfterGap ? "sb-after-gap" : ""]}>
                <th scope="row">{index + 1}</th>
                <td data-line-work={work}>{work === 0 ? "" : work}</td>
                <td>
                  {work === 0 ? undefined : (
                    <span class="sb-heat-bar" style={`--part: ${share / most}`}>
                      {(100 * share).toFixed(1)} %
                    </span>
                  )}
                </td>
                <td class="sb-line">{text}</td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </section>
  );
}

function growth({ growth: found, entry }: ProgramAnswer) {
  if (found === undefined) {
    return <p class="sb-soft">How it grows is told of definitions whose operands can be made of any size.</p>;
  }
  return (
    <>
      <p class="sb-difference">
        The work of {entry} grows as {found.work}, its span as {found.span}.
      </p>
      <ChartFrame caption={`Work and span of ${entry} as its input grows`} file="growth" svg={found.chart} />
    </>
  );
}
