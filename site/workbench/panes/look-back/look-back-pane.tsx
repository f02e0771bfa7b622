// Look-back: one pass over tiles as it happens, by any schedule: who publishes, who waits, who makes a root that does not come; and the same bits at the end.
import { computed, defineComponent, watch } from "vue";
import type { LookBackAnswer, LookBackSetting } from "../../compute/look-back-task.ts";
import { PictureFrame } from "../../pictures/picture-frame.tsx";
import { choice, stepper, wordField } from "../../shell/controls.tsx";
import { numbersField } from "../../shell/numbers-field.tsx";
import { useStep } from "../../shell/use-step.ts";
import { useTask } from "../../shell/use-task.ts";
import type { PaneProps } from "../../shell/workbench.tsx";
import { LookBackGpu } from "./look-back-gpu.tsx";
import { lookBackPicture } from "./look-back-picture.tsx";

const EXAMPLES = [
  { title: "a thousand random signs", data: "signed 1000 seed 28" },
  { title: "a thousand tenths", data: "tenths 1000" },
  { title: "wide: magnitudes from 2^-30 to 2^30", data: "wide 1000 seed 1" },
] as const;

const DEFAULTS: LookBackSetting = {
  tile: "64",
  workgroups: "4",
  group: "4",
  polls: "3",
  order: "random",
  loads: "newest",
  seed: "1",
  stop: "1",
  after: "12",
  tickets: "forwards",
};

export const LookBackPane = defineComponent(
  (props: PaneProps) => {
    const { session, report } = props;
    const setting = computed((): LookBackSetting => {
      const { options } = session.state;
      const own = Object.entries(DEFAULTS).map(([name, value]) => [name, options[name] ?? value]);
      return Object.fromEntries(own) as LookBackSetting;
    });
    const task = useTask(
      "lookBack",
      () => ({
        contract: session.state.contract,
        data: session.state.data,
        ...setting.value,
      }),
      session,
    );
    const { step: shown, moveTo } = useStep(session, "step", () =>
      JSON.stringify([session.state.contract, session.state.data, setting.value]),
    );
    watch(
      () => [task.fault, task.answer] as const,
      ([fault, answer]) => report({ fault, copies: answer?.copies }),
      { immediate: true },
    );
    const set = (change: Partial<LookBackSetting>, kind: "step" | "typing" = "step"): void =>
      session.update({ options: { ...session.state.options, ...change } }, kind);
    return () => (
      <div data-state={task.isRunning ? "running" : task.fault === undefined ? "ready" : "fault"}>
        <p>
          Workgroups draw tiles in order and publish a root for each. A prefix needs the roots before it: who
          does not find one in time makes it, so that nobody waits for one that stands still.
        </p>
        {numbersField(session, task, EXAMPLES, "sb-look-back-numbers")}
        {settings(setting.value, set)}
        {task.answer === undefined ? undefined : results(task.answer)}
        <LookBackGpu session={session} hash={task.answer?.hash} />
      </div>
    );

    function results(answer: LookBackAnswer) {
      const stepCount = answer.timeline.steps.length;
      const step = Math.min(shown.value, stepCount);
      const caption = `${answer.tileCount} tiles on ${answer.workgroupCount} workgroups, ${stepCount} steps`;
      return (
        <>
          {verdict(answer)}
          <div class="sb-controls">
            {stepper({
              id: "sb-look-back-step",
              label: `Step ${step} of ${stepCount}`,
              least: 0,
              most: stepCount,
              value: step,
              change: moveTo,
            })}
          </div>
          <p class="sb-soft" aria-live="polite">
            {told(answer, step)}
          </p>
          <PictureFrame caption={caption} file="look-back">
            {{ default: () => lookBackPicture({ answer, shownStep: step, title: caption }) }}
          </PictureFrame>
          {legend()}
          {counts(answer)}
        </>
      );
    }
  },
  { props: ["session", "report"] },
);

function settings(
  { tile, workgroups, group, polls, order, loads, seed, stop, after, tickets }: LookBackSetting,
  set: (change: Partial<LookBackSetting>, kind?: "step" | "typing") => void,
) {
  const numbers = Array.from({ length: Number(workgroups) || 0 }, (_, index) => String(index));
  const typed = (id: string, label: string, value: string, name: keyof LookBackSetting) =>
    wordField(`sb-look-back-${id}`, label, value, (text) => set({ [name]: text }, "typing"));
  return (
    <>
      <div class="sb-controls">
        {choice("sb-look-back-tile", "Elements of a tile", tile, ["32", "64", "128", "256"], (text) =>
          set({ tile: text }),
        )}
        {typed("workgroups", "Workgroups", workgroups, "workgroups")}
        {choice("sb-look-back-group", "Tiles of a group", group, ["2", "4", "8", "16", "32"], (text) =>
          set({ group: text }),
        )}
        {typed("polls", "Polls before a root is made instead", polls, "polls")}
      </div>
      <div class="sb-controls">
        {choice("sb-look-back-stop", "Stop workgroup", stop, ["none", ...numbers], (text) =>
          set({ stop: text }),
        )}
        {stop === "none" ? undefined : typed("after", "after step", after, "after")}
        {choice("sb-look-back-tickets", "Tickets", tickets, ["forwards", "backwards"], (text) =>
          set({ tickets: text }),
        )}
        {choice("sb-look-back-order", "Who goes next", order, ["turns", "first", "random"], (text) =>
          set({ order: text }),
        )}
        {choice("sb-look-back-loads", "Loads give the", loads, ["newest", "oldest", "any"], (text) =>
          set({ loads: text }),
        )}
        {typed("seed", "Seed", seed, "seed")}
        <button type="button" onClick={() => set({ seed: String((Number(seed) || 0) + 1) })}>
          Another schedule
        </button>
      </div>
    </>
  );
}

function verdict({ hash, loopHash, tileCount, wokeAfter, aloneWritten, timeline }: LookBackAnswer) {
  const isSame = hash === loopHash;
  const alone =
    wokeAfter === undefined
      ? ""
      : ` While one workgroup stood still, the others wrote ${aloneWritten} of ${tileCount} tiles and waited for nobody.`;
  return (
    <p class={["sb-difference", isSame ? "sb-right" : "sb-wrong"]}>
      All {tileCount} tiles are written after {timeline.steps.length} steps.{alone} The hash of all prefixes
      is <code data-hash={hash}>{hash}</code>,{" "}
      {isSame ? "that of a plain loop" : `but that of a plain loop is ${loopHash}`}.
    </p>
  );
}

function told({ timeline, tileCount }: LookBackAnswer, step: number): string {
  const written = timeline.writings.filter((each) => each.step <= step).length;
  const last = timeline.steps[step - 1];
  if (last === undefined) return "Nothing has happened yet.";
  const tile = last.tile === undefined ? "" : `, with tile ${last.tile},`;
  return `Workgroup ${last.workgroup}${tile} ${last.text}. ${written} of ${tileCount} tiles are written.`;
}

function counts({
  counts: { polls, accepted, fallbacks, recomputed },
  lastBracket,
  tileCount,
}: LookBackAnswer) {
  const rows = [
    ["looks for a root", polls],
    ["roots found by them", accepted],
    ["roots made instead", fallbacks],
    ["tiles read again for those", recomputed],
  ] as const;
  return (
    <>
      <dl class="sb-facts" aria-label="Counts of this run">
        {rows.map(([name, value]) => (
          <div>
            <dt>{name}</dt>
            <dd data-count={name}>{value}</dd>
          </div>
        ))}
      </dl>
      <details>
        <summary>What stands before tile {tileCount - 1}, by any schedule</summary>
        <p class="sb-bracket">{lastBracket}</p>
      </details>
    </>
  );
}

function legend() {
  return (
    <ul class="sb-legend sb-look-back-legend" aria-label="Legend">
      <li class="sb-key-publishing">reads its tile, publishes</li>
      <li class="sb-key-waiting">waits for roots</li>
      <li class="sb-key-folding">makes a root instead</li>
      <li class="sb-key-published">root of a tile published</li>
      <li class="sb-key-range">root of a range published</li>
      <li class="sb-key-written">prefixes written</li>
    </ul>
  );
}
