// The network in the published form, found by a solver of integer programs, which may give up.
import { defineComponent, ref, watch } from "vue";
import type { SolverAnswer } from "../../compute/solver-task.ts";
import { askButton, choice } from "../../shell/controls.tsx";
import { faultText } from "../../shell/fault-text.tsx";
import { runningText } from "../../shell/running-text.tsx";
import { useTask } from "../../shell/use-task.ts";

const QUESTIONS = ["30", "150", "1000"] as const;

export const NetworkSolver = defineComponent(
  (props: { contract: string; pairs: string }) => {
    const isAsked = ref(false);
    const most = ref<string>(QUESTIONS[1]);
    const task = useTask("solver", () =>
      isAsked.value ? { ...props, mostQuestions: Number(most.value) } : undefined,
    );
    watch(
      () => [props.contract, props.pairs],
      () => {
        isAsked.value = false;
      },
    );
    return () => (
      <section aria-label="By a solver">
        <h2>In the published form, by a solver</h2>
        <p>
          Two index functions for each phase, whose coefficients are an integer program. HiGHS, which solves
          it, is loaded when you ask, and is allowed to give up.
        </p>
        <div class="sb-controls">
          {choice("sb-questions", "Questions at most", most.value, QUESTIONS, (next) => {
            most.value = next;
          })}
          {askButton("Ask the solver", isAsked)}
        </div>
        {runningText(task, task.progress?.what ?? "asking")}
        {isAsked.value ? faultText(task.fault) : undefined}
        {!isAsked.value || task.answer === undefined || task.isRunning ? undefined : found(task.answer)}
      </section>
    );
  },
  { props: ["contract", "pairs"] },
);

function found({ isFound, program, finding }: SolverAnswer) {
  return (
    <>
      {program === undefined ? undefined : <pre class="sb-listing">{program}</pre>}
      <p class={["sb-difference", isFound ? "" : "sb-wrong"]} data-solver={isFound ? "found" : "gave-up"}>
        {finding}
      </p>
    </>
  );
}
