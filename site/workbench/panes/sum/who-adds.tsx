// "Who adds like this?" A function from an array to a number, chosen or typed, is asked until its tree is known.
import { computed, defineComponent, ref } from "vue";
import { PictureFrame } from "../../pictures/picture-frame.tsx";
import { faultText } from "../../shell/fault-text.tsx";
import { useTask } from "../../shell/use-task.ts";
import { SAMPLE_SUMS } from "./sample-sums.ts";
import { treePicture } from "./tree-picture.tsx";

interface WhoProps {
  readonly code: string;
  readonly n: string;
  readonly change: (change: { readonly code?: string; readonly n?: string }) => void;
  readonly id: string;
}

export const WhoAdds = defineComponent(
  (props: WhoProps) => {
    // Code that came in a link is not run before its reader has seen it and says so; samples are ours.
    const allowed = ref("");
    const isSample = computed(() => SAMPLE_SUMS.some(({ code }) => code === props.code));
    const mayRun = computed(() => isSample.value || allowed.value === props.code);
    const task = useTask("reveal", () =>
      mayRun.value && props.code.trim() !== "" ? { code: props.code, length: Number(props.n) } : undefined,
    );
    return () => (
      <section class="sb-who" aria-label="Who adds like this?">
        <h2>Who adds like this?</h2>
        <p>
          A function is asked with numbers so large that they swallow others, until its tree is known, and
          then tried on random numbers. It runs in a worker of its own; nothing leaves the page.
        </p>
        <div class="sb-controls">
          <label for={`${props.id}-sample`}>
            Take{" "}
            <select
              id={`${props.id}-sample`}
              value={isSample.value ? props.code : ""}
              onChange={(event) => props.change({ code: (event.target as HTMLSelectElement).value })}
            >
              {isSample.value ? undefined : <option value="">your own</option>}
              {SAMPLE_SUMS.map(({ title, code }) => (
                <option value={code}>{title}</option>
              ))}
            </select>
          </label>
          <label for={`${props.id}-n`}>
            of{" "}
            <input
              id={`${props.id}-n`}
              type="number"
              min={1}
              max={512}
              value={props.n}
              onInput={(event) => props.change({ n: (event.target as HTMLInputElement).value })}
            />{" "}
            numbers
          </label>
        </div>
        <label for={`${props.id}-code`} class="sb-block">
          The function, in JavaScript
        </label>
        <textarea
          id={`${props.id}-code`}
          class="sb-code"
          rows={Math.min(14, 1 + props.code.split("\n").length)}
          spellcheck={false}
          value={props.code}
          onInput={(event) => {
            const code = (event.target as HTMLTextAreaElement).value;
            if (allowed.value !== "") allowed.value = code;
            props.change({ code });
          }}
        />
        {mayRun.value ? undefined : (
          <p>
            <button
              type="button"
              class="sb-main"
              onClick={() => {
                allowed.value = props.code;
              }}
            >
              Run this function
            </button>{" "}
            It is not run before you say so.
          </p>
        )}
        {task.isRunning ? (
          <p role="status">
            {task.progress?.what ?? "asking …"}{" "}
            <button type="button" onClick={task.stop}>
              Stop
            </button>
          </p>
        ) : undefined}
        {task.fault === undefined ? answer() : faultText(task.fault)}
      </section>
    );

    function answer() {
      const found = task.answer;
      if (found === undefined || !mayRun.value) return undefined;
      const nodes = found.tree;
      return (
        <div data-revealed={found.name ?? "none"}>
          <p class="sb-verdict">{found.verdict}</p>
          <dl class="sb-facts">
            {found.facts.map(([name, fact]) => (
              <div>
                <dt>{name}</dt>
                <dd>{fact}</dd>
              </div>
            ))}
          </dl>
          {nodes === undefined ? undefined : (
            <PictureFrame
              caption={`The tree of the function, by asking it: ${found.name ?? "no name"}`}
              file="revealed-tree"
            >
              {{
                default: () =>
                  treePicture({
                    nodes,
                    title: found.verdict,
                    selected: undefined,
                    marked: undefined,
                    shownLevel: Number.POSITIVE_INFINITY,
                  }),
              }}
            </PictureFrame>
          )}
        </div>
      );
    }
  },
  { props: ["code", "n", "change", "id"] },
);
