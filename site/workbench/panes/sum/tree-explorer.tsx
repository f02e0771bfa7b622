// Trees to look into: one or two, stepped by depth, a node at a time; of two, the first addition at which they part.
import { computed, defineComponent } from "vue";
import { firstDifference } from "../../compute/first-difference.ts";
import type { MeasuredRow } from "../../compute/sum-task.ts";
import type { DrawnNode } from "../../compute/tree-of-sum.ts";
import { PictureFrame } from "../../pictures/picture-frame.tsx";
import type { Session } from "../../shell/session.ts";
import { useStep } from "../../shell/use-step.ts";
import { treePicture } from "./tree-picture.tsx";

interface ExplorerProps {
  readonly rows: readonly MeasuredRow[];
  readonly first: string; // expression of the tree
  readonly second: string; // of the one beside it; "" for none
  readonly node: string; // of a tree drawn by ranges: the path to what is looked into
  readonly choose: (change: Readonly<Partial<Record<"tree" | "beside" | "node", string>>>) => void;
  readonly id: string;
  readonly session: Session; // whose link holds how deep the tree is shown, and which node is told of
}

export const TreeExplorer = defineComponent(
  (props: ExplorerProps) => {
    const question = (): string =>
      [props.first, props.node, props.session.state.contract, props.session.state.data].join("\n");
    // Of the additions that are shown.
    const { step: depth, moveTo } = useStep(props.session, "depth", question);
    const { step: place, moveTo: select } = useStep(props.session, "at", question);
    const one = computed(() => rowNamed(props.rows, props.first) ?? props.rows[0]);
    const other = computed(() => rowNamed(props.rows, props.second));
    const difference = computed(() =>
      one.value?.tree === undefined || other.value?.tree === undefined || !one.value.isWhole
        ? undefined
        : firstDifference(one.value.tree, other.value.tree),
    );
    return () => {
      const row = one.value;
      if (row === undefined) return undefined;
      const { tree } = row;
      const selected = tree !== undefined && place.value < tree.length ? place.value : undefined;
      return (
        <section class="sb-trees" aria-label="Trees">
          <div class="sb-controls">
            {chooser(`${props.id}-tree`, "Tree of", props.rows, row.expression, (tree) =>
              props.choose({ tree, node: "" }),
            )}
            {chooser(
              `${props.id}-beside`,
              "beside",
              props.rows,
              props.second,
              (beside) => props.choose({ beside }),
              true,
            )}
            {tree === undefined ? undefined : depthStepper(`${props.id}-depth`, tree, depth.value, moveTo)}
          </div>
          {tree === undefined ? (
            <p class="sb-kept">{row.whyNoTree}</p>
          ) : (
            <>
              {pictureOf(row, tree, { selected, select }, depth.value, difference.value?.here)}
              {nodeFacts(tree, selected)}
              {row.isWhole ? undefined : ranges(tree[selected ?? tree.length - 1])}
            </>
          )}
          {other.value === undefined ? undefined : besideOf(row, other.value, difference.value, depth.value)}
          {legend()}
        </section>
      );
    };

    /** Into the range that is chosen, and back. */
    function ranges(chosen: DrawnNode | undefined) {
      const path = chosen?.path;
      return (
        <p class="sb-controls">
          <span class="sb-soft">
            The largest additions are drawn; a node without children is a range of numbers.
          </span>
          {path === undefined ? undefined : (
            <button type="button" onClick={() => props.choose({ node: path })}>
              Look into {chosen?.covers}
            </button>
          )}
          {props.node === "" ? undefined : (
            <button type="button" onClick={() => props.choose({ node: "" })}>
              Back to the whole tree
            </button>
          )}
        </p>
      );
    }
  },
  { props: ["rows", "first", "second", "node", "choose", "id", "session"] },
);

function rowNamed(rows: readonly MeasuredRow[], name: string): MeasuredRow | undefined {
  return rows.find(({ expression }) => expression === name);
}

function chooser(
  id: string,
  label: string,
  rows: readonly MeasuredRow[],
  value: string,
  choose: (name: string) => void,
  mayBeNone = false,
) {
  return (
    <label for={id}>
      {label}{" "}
      <select id={id} value={value} onChange={(event) => choose((event.target as HTMLSelectElement).value)}>
        {mayBeNone ? <option value="">nothing</option> : undefined}
        {rows.map(({ expression }) => (
          <option value={expression}>{expression}</option>
        ))}
      </select>
    </label>
  );
}

function depthStepper(
  id: string,
  tree: readonly DrawnNode[],
  depth: number,
  moveTo: (depth: number) => void,
) {
  const most = tree[tree.length - 1]?.level ?? 0;
  const shown = Math.min(depth, most);
  const step = (change: number): void => {
    moveTo(Math.max(0, Math.min(most, shown + change)));
  };
  return (
    <span class="sb-stepper">
      <label for={id}>
        Additions up to level {shown} of {most}
      </label>
      <button type="button" aria-label="One level less" disabled={shown === 0} onClick={() => step(-1)}>
        −
      </button>
      <input
        id={id}
        type="range"
        min={0}
        max={most}
        value={shown}
        onInput={(event) => {
          moveTo(Number((event.target as HTMLInputElement).value));
        }}
      />
      <button type="button" aria-label="One level more" disabled={shown === most} onClick={() => step(1)}>
        +
      </button>
    </span>
  );
}

function pictureOf(
  row: MeasuredRow,
  nodes: readonly DrawnNode[],
  { selected, select }: { readonly selected: number | undefined; readonly select: (place: number) => void },
  shownLevel: number,
  marked: number | undefined,
) {
  const caption = `${row.expression}: the sum is ${row.value}`;
  return (
    <PictureFrame
      caption={caption}
      file={`tree-${row.expression.replaceAll(":", "-")}`}
      keys={keys}
      pick={select}
      isHovered={true}
    >
      {{
        default: () => treePicture({ nodes, title: caption, selected, marked, shownLevel }),
      }}
    </PictureFrame>
  );

  /** Up to what takes a node up, down to what it adds, left and right in the order of evaluation. */
  function keys(event: KeyboardEvent): void {
    const from = selected ?? nodes.length - 1;
    const parent = nodes.findIndex((node) => node.left === from || node.right === from);
    const places: Partial<Record<string, number>> = {
      ArrowUp: parent,
      ArrowDown: nodes[from].left,
      ArrowLeft: from - 1,
      ArrowRight: from + 1,
    };
    const to = places[event.key];
    if (to === undefined) return;
    event.preventDefault();
    if (to >= 0 && to < nodes.length) select(to);
  }
}

/** What is known of a node, in words; of the root where none is chosen. */
function nodeFacts(nodes: readonly DrawnNode[], place: number | undefined) {
  const node = nodes[place ?? nodes.length - 1];
  if (node === undefined) return undefined;
  const isLeaf = node.left < 0 && node.path === undefined;
  const sum = node.left < 0 ? undefined : `${nodes[node.left].value} + ${nodes[node.right].value}`;
  const facts: (readonly [string, string])[] = [
    [isLeaf ? "element" : "adds up", node.covers],
    ...(sum === undefined ? [] : ([["computes", sum]] as const)),
    ["value", node.value],
    ["bits", node.bits],
    ...(node.ownError === undefined ? [] : ([["rounding error", errorText(node.ownError)]] as const)),
    ...(node.inheritedError === undefined
      ? []
      : ([["error from below", errorText(node.inheritedError)]] as const)),
  ];
  return (
    <dl class="sb-facts" aria-live="polite">
      {facts.map(([name, fact]) => (
        <div>
          <dt>{name}</dt>
          <dd>{fact}</dd>
        </div>
      ))}
    </dl>
  );
}

function errorText(error: number): string {
  return error === 0 ? "none" : String(error);
}

function besideOf(
  row: MeasuredRow,
  other: MeasuredRow,
  difference: { readonly here: number; readonly there: number } | undefined,
  shownLevel: number,
) {
  if (other.tree === undefined || row.tree === undefined)
    return <p class="sb-kept">{other.whyNoTree ?? row.whyNoTree}</p>;
  const sentence = !row.isWhole
    ? "Where two trees part is told up to 512 numbers."
    : difference === undefined
      ? `${row.expression} and ${other.expression} are the same tree of these numbers: they give the same bits.`
      : `They part at ${row.tree[difference.here].covers}: ${row.expression} adds these up by themselves, to ${row.tree[difference.here].value}; in ${other.expression} the least sum that holds them is ${other.tree[difference.there].covers}.`;
  const caption = `${other.expression}: the sum is ${other.value}`;
  const nodes = other.tree;
  return (
    <>
      <p class="sb-difference">{sentence}</p>
      <PictureFrame caption={caption} file={`tree-${other.expression.replaceAll(":", "-")}`}>
        {{
          default: () =>
            treePicture({
              nodes,
              title: caption,
              selected: undefined,
              marked: difference?.there,
              shownLevel,
            }),
        }}
      </PictureFrame>
    </>
  );
}

function legend() {
  return (
    <ul class="sb-legend" aria-label="Legend">
      <li class="sb-key-own">this addition rounds</li>
      <li class="sb-key-inherited">exact here, wrong from below</li>
      <li class="sb-key-true">the true sum of what is below</li>
      <li class="sb-key-marked">where two trees part</li>
    </ul>
  );
}
