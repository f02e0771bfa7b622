// Operator: is it associative, commutative, idempotent? Operands that show that it is not, with both sides worked out.
import { computed, defineComponent, watch } from "vue";
import type { LawFinding, LawsAnswer } from "../../compute/laws-task.ts";
import { faultText } from "../../shell/fault-text.tsx";
import { runningText } from "../../shell/running-text.tsx";
import { useTask } from "../../shell/use-task.ts";
import type { PaneProps } from "../../shell/workbench.tsx";
import { SAMPLE_OPERATORS } from "./sample-operators.ts";

/** Both sides of a law, as people write them. */
const SIDES: Readonly<Record<string, readonly [string, string]>> = {
  associative: ["(x · y) · z", "x · (y · z)"],
  commutative: ["x · y", "y · x"],
  idempotent: ["x · x", "x"],
  "left-identity": ["e · x", "x"],
  "right-identity": ["x · e", "x"],
};

export const OperatorPane = defineComponent(
  (props: PaneProps) => {
    const { session, report } = props;
    const text = computed(() => session.state.options.text ?? SAMPLE_OPERATORS[0].text);
    const task = useTask("laws", () => ({ text: text.value, contract: session.state.contract }));
    const setText = (next: string, kind: "step" | "typing"): void =>
      session.update({ options: { ...session.state.options, text: next } }, kind);
    watch(
      () => [task.fault, task.answer] as const,
      ([fault, answer]) => {
        report({ fault, copies: answer?.copies });
        if (answer !== undefined && fault === undefined && answer.line !== session.state.contract) {
          session.update({ contract: answer.line });
        }
      },
      { immediate: true },
    );
    return () => (
      <div data-state={task.isRunning ? "running" : task.fault === undefined ? "ready" : "fault"}>
        <div class="sb-data">
          <label for="sb-operator">The operator, in the operator language</label>
          <textarea
            id="sb-operator"
            class="sb-code"
            rows={Math.min(14, 1 + text.value.split("\n").length)}
            spellcheck={false}
            value={text.value}
            aria-invalid={task.fault !== undefined}
            onInput={(event) => setText((event.target as HTMLTextAreaElement).value, "typing")}
          />
          <p class="sb-examples">
            {SAMPLE_OPERATORS.map((sample) => (
              <button type="button" onClick={() => setText(sample.text, "step")}>
                {sample.title}
              </button>
            ))}
          </p>
          {faultText(task.fault)}
          {runningText(task, "asking")}
        </div>
        {task.answer === undefined ? undefined : findings(task.answer)}
      </div>
    );
  },
  { props: ["session", "report"] },
);

function findings({ name, type, laws }: LawsAnswer) {
  return (
    <>
      <p class="sb-difference">{sentenceOf(name, laws)}</p>
      <section class="sb-scroll" tabindex={0} aria-label="Laws">
        <table class="sb-table">
          <caption>
            Laws of {name} on {type}
          </caption>
          <thead>
            <tr>
              <th scope="col">law</th>
              <th scope="col">verdict</th>
              <th scope="col">operands</th>
              <th scope="col">one side</th>
              <th scope="col">the other</th>
            </tr>
          </thead>
          <tbody>{laws.map(lawRow)}</tbody>
        </table>
      </section>
      <p class="sb-soft">
        Laws that samples do not refute and rules do not prove are "tested" here: z3, which decides more, is
        too large for a page. <code>samebits laws</code> asks it on the command line.
      </p>
    </>
  );
}

const WORDS: Readonly<Record<LawFinding["kind"], string>> = {
  proved: "proved",
  provedByCombinator: "proved",
  holdsWithoutOverflow: "holds without overflow",
  tested: "tested",
  refuted: "refuted",
};

function lawRow({ law, kind, finding, refuted }: LawFinding) {
  const [left, right] = SIDES[law] ?? ["one side", "the other"];
  return (
    <tr>
      <th scope="row">{law}</th>
      <td class={kind === "refuted" ? "sb-wrong" : "sb-right"} data-label="verdict" title={finding}>
        {WORDS[kind]}
      </td>
      {refuted === undefined ? (
        <td colspan={3} data-label="how">
          {finding}
        </td>
      ) : (
        <>
          <td data-label="operands">
            {refuted.operands.map(([name, value]) => `${name} = ${value}`).join(", ")}
          </td>
          <td data-label={left}>
            {left} = {refuted.left}
          </td>
          <td data-label={right}>
            {right} = {refuted.right}
          </td>
        </>
      )}
    </tr>
  );
}

function sentenceOf(name: string, laws: readonly LawFinding[]): string {
  const associative = laws.find(({ law }) => law === "associative");
  if (associative === undefined) return "";
  if (associative.refuted === undefined)
    return `${name} is associative: ${associative.finding}. Any grouping gives the same.`;
  const { operands, left, right } = associative.refuted;
  const where = operands.map(([operand, value]) => `${operand} = ${value}`).join(", ");
  return `${name} is not associative. For ${where}, (x · y) · z is ${left}, but x · (y · z) is ${right}: two groupings, two answers. A contract names the grouping.`;
}
