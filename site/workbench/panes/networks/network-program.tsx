// The network as a program for every width, found from its pairs, and as code to take along.
import { defineComponent, ref, watch } from "vue";
import type { SynthesisAnswer } from "../../compute/synthesis-task.ts";
import { askButton } from "../../shell/controls.tsx";
import { CopyButton } from "../../shell/copy-button.tsx";
import { faultText } from "../../shell/fault-text.tsx";
import { runningText } from "../../shell/running-text.tsx";
import { useTask } from "../../shell/use-task.ts";

export const NetworkProgram = defineComponent(
  (props: { contract: string; pairs: string }) => {
    const isAsked = ref(false);
    const task = useTask("synthesis", () => (isAsked.value ? { ...props } : undefined));
    watch(
      () => [props.contract, props.pairs],
      () => {
        isAsked.value = false;
      },
    );
    return () => (
      <section aria-label="As a program">
        <h2>As a program, for every width</h2>
        <p>
          Loops, guards and indices are found from the pairs alone, and tested at widths that nobody has
          drawn. {askButton("Find its program", isAsked)}
        </p>
        {runningText(task, "looking")}
        {isAsked.value ? faultText(task.fault) : undefined}
        {!isAsked.value || task.answer === undefined || task.isRunning ? undefined : found(task.answer)}
      </section>
    );
  },
  { props: ["contract", "pairs"] },
);

function found({ name, program, finding, codes }: SynthesisAnswer) {
  return (
    <>
      {program === undefined ? undefined : (
        <pre class="sb-listing" data-program={name}>
          {program}
        </pre>
      )}
      <p class="sb-difference">{finding}</p>
      {codes.map(({ title, code }) => (
        <details>
          <summary>{title}</summary>
          <CopyButton label={`Copy ${title}`} text={code} />
          <section class="sb-scroll" tabindex={0} aria-label={title}>
            <pre class="sb-listing">{shownOf(code)}</pre>
          </section>
        </details>
      ))}
    </>
  );
}

/** Lines of a code that are shown; what is copied is whole. */
const MOST_LINES = 1_000;

function shownOf(code: string): string {
  const lines = code.split("\n");
  if (lines.length <= MOST_LINES) return code;
  const left = lines.length - MOST_LINES;
  return [...lines.slice(0, MOST_LINES), `… ${left} lines more: the button above copies all of them`].join(
    "\n",
  );
}
