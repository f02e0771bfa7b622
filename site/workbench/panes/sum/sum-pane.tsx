// Sum: the same numbers in up to four orders, the trees that explain them, and whose tree a function of yours has.
import { computed, defineComponent, watch } from "vue";
import type { MeasuredRow } from "../../compute/sum-task.ts";
import { numbersField } from "../../shell/numbers-field.tsx";
import { useTask } from "../../shell/use-task.ts";
import type { PaneProps } from "../../shell/workbench.tsx";
import { SAMPLE_SUMS } from "./sample-sums.ts";
import { MOST_ORDERS, sumTable } from "./sum-table.tsx";
import { TreeExplorer } from "./tree-explorer.tsx";
import { WhoAdds } from "./who-adds.tsx";

/** Numbers to begin with. */
const EXAMPLES = [
  { title: "1e16 + 1 − 1e16", data: "1e16 1 1 1 -1e16 1" },
  { title: "ten tenths", data: "0.1 0.1 0.1 0.1 0.1 0.1 0.1 0.1 0.1 0.1" },
  { title: "a million tenths", data: "tenths 1000000" },
  { title: "delays of flights, in hours", data: "flight-delays 1000" },
  { title: "hard: 64 terms that nearly cancel", data: "gen-sum 64 seed 7" },
] as const;

export const SumPane = defineComponent(
  (props: PaneProps) => {
    const { session, report } = props;
    const options = computed(() => session.state.options);
    const others = computed(() => (options.value.others ?? "").split(/,\s*/).filter((name) => name !== ""));
    const task = useTask(
      "sum",
      () => ({
        contract: session.state.contract,
        data: session.state.data,
        expressions: others.value.slice(0, MOST_ORDERS - 1),
        node: options.value.node,
      }),
      session,
    );
    watch(
      () => [task.fault, task.answer] as const,
      ([fault, answer]) => report({ fault, copies: answer?.copies }),
      { immediate: true },
    );
    const set = (change: Readonly<Record<string, string>>, kind: "step" | "typing" = "step"): void =>
      session.update({ options: { ...options.value, ...change } }, kind);
    const rows = computed(() =>
      (task.answer?.rows ?? []).filter((row): row is MeasuredRow => row.kind === "measured"),
    );
    return () => (
      <div data-state={task.isRunning ? "running" : task.fault === undefined ? "ready" : "fault"}>
        {numbersField(session, task, EXAMPLES, "sb-numbers")}
        {facts()}
        {table()}
        {rows.value.length === 0 ? undefined : (
          <TreeExplorer
            rows={rows.value}
            first={options.value.tree ?? rows.value[0].expression}
            second={options.value.beside ?? ""}
            node={options.value.node ?? ""}
            choose={set}
            id="sb-sum"
            session={session}
          />
        )}
        <WhoAdds
          code={options.value.code ?? SAMPLE_SUMS[1].code}
          n={options.value.n ?? "15"}
          change={(change) => session.update({ options: { ...options.value, ...change } })}
          id="sb-who"
        />
      </div>
    );

    function facts() {
      const { answer } = task;
      if (answer === undefined) return undefined;
      return (
        <p class="sb-soft">
          {answer.length} numbers of {answer.type}, hash <code>{answer.dataHash}</code>
          {answer.condition === undefined ? "" : `, condition Σ|x|/|Σx| = ${answer.condition}`}
        </p>
      );
    }

    function table() {
      const own = task.answer?.rows[0].expression ?? "";
      const setOthers = (names: readonly string[], kind: "step" | "typing" = "step"): void =>
        set({ others: names.join(", ") }, kind);
      return sumTable({
        answer: task.answer,
        names: [own, ...others.value],
        rename: (index, name) => {
          if (index > 0)
            return setOthers(
              others.value.map((each, i) => (i === index - 1 ? name : each)),
              "typing",
            );
          session.update({ contract: session.state.contract.replace(own, name.trim()) });
        },
        remove: (index) => setOthers(others.value.filter((_, i) => i !== index - 1)),
        add: () => setOthers([...others.value, "bisection"]),
        id: "sb-sum",
      });
    }
  },
  { props: ["session", "report"] },
);
