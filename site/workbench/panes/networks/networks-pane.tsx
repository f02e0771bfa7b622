// Networks: one or two scan networks side by side, stepped by level, with the cone of an output lit; what they cost and where their trees part.
import { computed, defineComponent, watch } from "vue";
import type { DrawnNetwork, NetworkAnswer } from "../../compute/network-task.ts";
import { PictureFrame } from "../../pictures/picture-frame.tsx";
import { CodeEditor } from "../../shell/code-editor.tsx";
import { isOfContract } from "../../shell/contract-line.tsx";
import { stepper } from "../../shell/controls.tsx";
import { faultText } from "../../shell/fault-text.tsx";
import { useStep } from "../../shell/use-step.ts";
import { useTask } from "../../shell/use-task.ts";
import type { PaneProps } from "../../shell/workbench.tsx";
import { networkPicture } from "./network-picture.tsx";
import { NetworkProgram } from "./network-program.tsx";
import { NetworkSolver } from "./network-solver.tsx";
import { NetworkTimes } from "./network-times.tsx";

const EXAMPLES = [
  { title: "Kogge–Stone against Sklansky, 32", own: "kogge-stone:32", other: "sklansky:32" },
  { title: "Brent–Kung against Ladner–Fischer, 16", own: "brent-kung:16", other: "ladner-fischer:1:16" },
  { title: "Han–Carlson, 32", own: "han-carlson:1:32", other: "" },
  { title: "A plain loop against Harris' middle, 16", own: "serial:16", other: "harris:1:1:1:16" },
] as const;

/** A network in which a pair is missing: output 2 is no prefix. */
const BROKEN = "{{(0, 1), (2, 3)}, {(1, 3)}}";

const NAMES = [
  "kogge-stone",
  "sklansky",
  "brent-kung",
  "ladner-fischer:1",
  "han-carlson:1",
  "serial",
  "hillis-steele",
  "recursive-ladner-fischer",
  "up-down-sweep",
  "scan-scan-add:4",
];

export const NetworksPane = defineComponent(
  (props: PaneProps) => {
    const { session, report } = props;
    const options = computed(() => session.state.options);
    const task = useTask("network", () => ({
      contract: session.state.contract,
      pairs: options.value.pairs ?? "",
      other: options.value.other ?? "",
    }));
    const { step, moveTo } = useStep(session, "step", () =>
      [session.state.contract, options.value.pairs ?? "", options.value.other ?? ""].join("\n"),
    );
    watch(
      () => [task.fault, task.answer] as const,
      ([fault, answer]) => {
        report({ fault, copies: answer?.copies });
        if (
          answer !== undefined &&
          fault === undefined &&
          answer.line !== session.state.contract &&
          isOwn()
        ) {
          session.update({ contract: answer.line });
        }
      },
      { immediate: true },
    );
    const isOwn = (): boolean => (options.value.pairs ?? "").trim() !== "";
    const set = (change: Readonly<Record<string, string>>, kind: "step" | "typing" = "step"): void =>
      session.update({ options: { ...options.value, ...change } }, kind);
    const wire = computed(() => (options.value.wire === undefined ? undefined : Number(options.value.wire)));
    return () => (
      <div data-state={task.isRunning ? "running" : task.fault === undefined ? "ready" : "fault"}>
        {chosen()}
        {task.fault === undefined || isOfContract(task.fault)
          ? undefined
          : faultText(task.fault, isOwn() ? options.value.pairs : options.value.other)}
        {task.answer === undefined ? undefined : body(task.answer)}
        <NetworkProgram contract={session.state.contract} pairs={options.value.pairs ?? ""} />
        <NetworkSolver contract={session.state.contract} pairs={options.value.pairs ?? ""} />
        <NetworkTimes contract={session.state.contract} pairs={options.value.pairs ?? ""} />
      </div>
    );

    function chosen() {
      const own = /network:(\S+)/.exec(session.state.contract)?.[1] ?? "";
      return (
        <>
          <datalist id="sb-generators">
            {NAMES.map((name) => (
              <option value={`${name}:32`} />
            ))}
          </datalist>
          <div class="sb-controls">
            {field("sb-own-network", "Network", isOwn() ? "" : own, (text) =>
              session.update({
                contract: `add f64 network:${text} initial=none v1`,
                options: { ...options.value, pairs: "" },
              }),
            )}
            {field("sb-other-network", "beside", options.value.other ?? "", (other) =>
              set({ other }, "typing"),
            )}
          </div>
          <p class="sb-examples">
            {EXAMPLES.map(({ title, own: name, other }) => (
              <button
                type="button"
                onClick={() =>
                  session.update(
                    {
                      contract: `add f64 network:${name} initial=none v1`,
                      options: { ...options.value, other, pairs: "" },
                    },
                    "step",
                  )
                }
              >
                {title}
              </button>
            ))}
            <button type="button" onClick={() => set({ pairs: BROKEN, other: "sklansky:4" })}>
              one that is no scan
            </button>
          </p>
          <details open={isOwn()}>
            <summary>Pairs of your own</summary>
            <CodeEditor
              id="sb-pairs"
              label="Steps of pairs (source, destination)"
              language="network"
              placeholder={BROKEN}
              text={options.value.pairs ?? ""}
              fault={task.fault?.name === "NetworkSyntaxError" ? task.fault : undefined}
              change={(pairs: string) => set({ pairs }, "typing")}
            />
          </details>
        </>
      );
    }

    function body({ networks, comparison }: NetworkAnswer) {
      const most = Math.max(...networks.map(({ stepCount }) => stepCount));
      const shown = Math.min(step.value, most);
      return (
        <>
          {costs(networks)}
          {comparison === undefined || networks.length < 2 ? undefined : (
            <p class="sb-difference">{sentenceOf(comparison, networks)}</p>
          )}
          <div class="sb-controls">
            {stepper({
              id: "sb-step",
              label: `Step ${shown} of ${most}`,
              least: 0,
              most,
              value: shown,
              change: moveTo,
            })}
            <label for="sb-wire">
              Light what output{" "}
              <input
                id="sb-wire"
                type="number"
                min={0}
                max={networks[0].width - 1}
                value={wire.value ?? ""}
                onInput={(event) => set({ wire: (event.target as HTMLInputElement).value }, "typing")}
              />{" "}
              is made of
            </label>
          </div>
          {networks.map((network) => drawing(network, shown))}
        </>
      );
    }

    function drawing(network: DrawnNetwork, shownStep: number) {
      const title = `${network.name}: ${network.size} combines, depth ${network.depth}, fan-out ${network.fanOut}`;
      const lit = wire.value;
      return (
        <>
          <PictureFrame
            caption={title}
            file={`network-${network.name.replaceAll(":", "-")}`}
            pick={(each: number) => set({ wire: String(each) }, "typing")}
          >
            {{
              default: () =>
                networkPicture({
                  network,
                  title,
                  shownStep,
                  wire: lit,
                }),
            }}
          </PictureFrame>
          {lit === undefined || network.brackets[lit] === undefined ? undefined : (
            <p class="sb-bracket" aria-live="polite">
              y{lit} = {network.brackets[lit]}
            </p>
          )}
        </>
      );
    }
  },
  { props: ["session", "report"] },
);

function field(id: string, label: string, value: string, change: (text: string) => void) {
  return (
    <label for={id} class="sb-field">
      {label}{" "}
      <input
        id={id}
        type="text"
        list="sb-generators"
        spellcheck={false}
        value={value}
        onInput={(event) => change((event.target as HTMLInputElement).value)}
      />
    </label>
  );
}

/** What each costs, and what it is a scan for. */
function costs(networks: readonly DrawnNetwork[]) {
  return (
    <section class="sb-scroll" tabindex={0} aria-label="Costs">
      <table class="sb-table">
        <caption>What each network costs, and for which operators it is a scan</caption>
        <thead>
          <tr>
            {[
              "network",
              "wires",
              "combines",
              "depth",
              "fan-out",
              "tracks",
              "(l, f, t)",
              "each output is",
              "a scan for",
            ].map((name) => (
              <th scope="col">{name}</th>
            ))}
          </tr>
        </thead>
        <tbody>
          {networks.map((network) => (
            <tr>
              <th scope="row">{network.name}</th>
              <td data-label="wires">{network.width}</td>
              <td data-label="combines">{network.size}</td>
              <td data-label="depth">{network.depth}</td>
              <td data-label="fan-out">{network.fanOut}</td>
              <td data-label="tracks">{network.trackCount}</td>
              <td data-label="(l, f, t)">{network.harris ?? "–"}</td>
              <td data-label="each output is">{network.expression ?? "no named tree"}</td>
              <td data-label="a scan for" class={network.failure === undefined ? "sb-right" : "sb-wrong"}>
                {network.failure === undefined ? `${network.serves} operators` : network.failure}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

function sentenceOf(
  comparison: NonNullable<NetworkAnswer["comparison"]>,
  networks: readonly DrawnNetwork[],
): string {
  const [one, other] = networks;
  if (comparison.firstOutput === undefined || comparison.brackets === undefined) {
    return `${one.name} and ${other.name} build the same trees: the same bits, at different cost.`;
  }
  const [here, there] = comparison.brackets;
  return `Their trees part at output ${comparison.firstOutput}: ${here} and ${there}. ${comparison.differingOutputs} of ${one.width} outputs are other trees; of ${one.width} random numbers ${comparison.differingSums} prefix sums have other bits.`;
}
