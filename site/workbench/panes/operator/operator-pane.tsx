// Operator: is it associative, commutative, idempotent? Operands that show that it is not, with both sides worked out; and the kernels that it becomes.
import { computed, defineComponent, ref, watch } from "vue";
import type { LawFinding, LawsAnswer } from "../../compute/laws-task.ts";
import { CodeEditor } from "../../shell/code-editor.tsx";
import { faultText } from "../../shell/fault-text.tsx";
import { placeIn } from "../../shell/place-in.ts";
import { runningText } from "../../shell/running-text.tsx";
import { useTask } from "../../shell/use-task.ts";
import type { PaneProps } from "../../shell/workbench.tsx";
import { KernelView } from "./kernel-view.tsx";
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
    const kernels = useTask("kernels", () => ({ text: text.value }));
    const lit = ref<readonly number[]>([]);
    const cursor = ref<number>();
    // What is shown of a text that does not parse is of the last one that did: its places are somewhere else by now.
    const places = computed(() => (kernels.fault === undefined ? (kernels.answer?.places ?? []) : []));
    const pointed = computed(() =>
      cursor.value === undefined ? undefined : placeIn(places.value, cursor.value),
    );
    watch(pointed, (place) => {
      lit.value = place?.steps ?? [];
    });
    return () => (
      <div data-state={task.isRunning ? "running" : task.fault === undefined ? "ready" : "fault"}>
        <div class="sb-beside">
          <div class="sb-data">
            <CodeEditor
              id="sb-operator"
              label="The operator, in the operator language"
              language="operator"
              text={text.value}
              fault={task.fault}
              places={places.value}
              lit={lit.value}
              change={(next: string) => setText(next, "typing")}
              point={(offset: number) => {
                cursor.value = offset;
              }}
            />
            {typeLine()}
            <p class="sb-examples">
              {SAMPLE_OPERATORS.map((sample) => (
                <button type="button" onClick={() => setText(sample.text, "step")}>
                  {sample.title}
                </button>
              ))}
            </p>
            {faultText(task.fault)}
            {runningText(task, "asking")}
            {task.answer === undefined ? undefined : (
              <p class="sb-difference">{sentenceOf(task.answer.name, task.answer.laws)}</p>
            )}
          </div>
          {kernels.answer === undefined ? undefined : (
            <KernelView
              kernels={kernels.answer.kernels}
              shown={session.state.options.kernel ?? ""}
              lit={lit.value}
              choose={(kernel: string) =>
                session.update({ options: { ...session.state.options, kernel } }, "step")
              }
              light={(steps: readonly number[]) => {
                lit.value = steps;
              }}
            />
          )}
        </div>
        {task.answer === undefined ? undefined : findings(task.answer)}
      </div>
    );

    function typeLine() {
      const place = pointed.value;
      return (
        <p class="sb-soft" aria-live="polite" data-type={place?.type}>
          {place === undefined ? (
            "Put the cursor, or the pointer, on a name or an operation: its type, and what it becomes beside it."
          ) : (
            <>
              <code>{text.value.slice(place.start, place.end)}</code> is <code>{place.type}</code>
              {place.steps.length > 0 ? "" : ", and no part of the kernel"}
            </>
          )}
        </p>
      );
    }
  },
  { props: ["session", "report"] },
);

function findings({ name, type, laws }: LawsAnswer) {
  return (
    <>
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
