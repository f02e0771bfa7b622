import type { VNode } from "vue";
import type { LookBackAnswer } from "../../compute/look-back-task.ts";
import type { Stretch } from "../../compute/look-back-timeline.ts";

interface LookBackDrawing {
  readonly answer: LookBackAnswer;
  readonly shownStep: number; // what comes after it is faint
  readonly title: string;
}

const MARGIN = { left: 62, right: 24, top: 30, bottom: 40 };
const ROW = 20;

/** The least and the most pixels of time. */
const WIDTH = { least: 560, most: 1_000 };

/** Tiles run down, time to the right: a bar while a workgroup has the tile, a mark where a root is published and where the tile is written. */
export function lookBackPicture({ answer, shownStep, title }: LookBackDrawing): VNode {
  const { timeline, tileCount, wokeAfter } = answer;
  const stepCount = timeline.steps.length;
  const span = Math.max(WIDTH.least, Math.min(WIDTH.most, stepCount * 6));
  const x = (step: number): number => MARGIN.left + (step / Math.max(1, stepCount)) * span;
  const y = (tile: number): number => MARGIN.top + tile * ROW;
  const width = MARGIN.left + span + MARGIN.right;
  const height = MARGIN.top + tileCount * ROW + MARGIN.bottom;
  const bottom = MARGIN.top + tileCount * ROW;
  const tiles = Array.from({ length: tileCount }, (_, tile) => tile);
  const faint = (step: number): string => (step > shownStep ? " sb-later" : "");
  return (
    <svg
      viewBox={`0 0 ${width} ${height}`}
      width={width}
      height={height}
      class="sb-look-back"
      role="img"
      aria-label={title}
    >
      <g class="sb-rows">
        {tiles.map((tile) => (
          <path d={`M${MARGIN.left} ${y(tile + 0.5)}H${MARGIN.left + span}`} />
        ))}
      </g>
      <g class="sb-names">
        {tiles.map((tile) => (
          <text x={MARGIN.left - 10} y={y(tile + 0.5) + 4} style="text-anchor:end">
            tile {tile}
          </text>
        ))}
      </g>
      {timeline.stretches.map((each) => bar(each, x, y, faint(each.from)))}
      {timeline.publications.map(({ last, first, step }) =>
        first === last ? (
          <circle class={`sb-published${faint(step)}`} cx={x(step)} cy={y(last + 0.5)} r={3.2} />
        ) : (
          <path
            class={`sb-range${faint(step)}`}
            d={`M${x(step)} ${y(first) + 3}V${y(last + 1) - 3}m-4 0h8M${x(step) - 4} ${y(first) + 3}h8`}
          />
        ),
      )}
      {timeline.writings.map(({ tile, step }) => (
        <rect
          class={`sb-written${faint(step)}`}
          x={x(step) - 4}
          y={y(tile) + 4}
          width={8}
          height={ROW - 8}
          rx={1}
        />
      ))}
      {wokeAfter === undefined ? undefined : (
        <g class="sb-woke">
          <path d={`M${x(wokeAfter)} ${MARGIN.top - 8}V${bottom}`} />
          <text x={x(wokeAfter)} y={MARGIN.top - 13} style={anchor(wokeAfter / Math.max(1, stepCount))}>
            the others are done; it goes on
          </text>
        </g>
      )}
      <path class="sb-now" d={`M${x(shownStep)} ${MARGIN.top - 4}V${bottom + 4}`} />
      <g class="sb-names">
        {ticks(stepCount).map((step) => (
          <text x={x(step)} y={bottom + 18}>
            {step}
          </text>
        ))}
        <text x={MARGIN.left + span / 2} y={bottom + 34}>
          steps: one atomic operation each
        </text>
      </g>
    </svg>
  ) as VNode;
}

function bar(
  { tile, workgroup, stage, from, to }: Stretch,
  x: (step: number) => number,
  y: (tile: number) => number,
  faint: string,
) {
  const width = Math.max(2, x(to) - x(from));
  return (
    <g class={faint}>
      <rect class={`sb-${stage}`} x={x(from)} y={y(tile) + 3} width={width} height={ROW - 6} rx={2}>
        <title>{`tile ${tile}, workgroup ${workgroup}: ${stage}, steps ${from} to ${to}`}</title>
      </rect>
      {width < 30 ? undefined : (
        <text class="sb-bar" x={x(from) + 6} y={y(tile) + ROW - 6}>
          w{workgroup}
        </text>
      )}
    </g>
  );
}

/** Near the right edge a text ends where it would begin. */
function anchor(place: number): string {
  return `text-anchor:${place > 0.7 ? "end" : place < 0.15 ? "start" : "middle"}`;
}

function ticks(stepCount: number): readonly number[] {
  const rough = stepCount / 6;
  const power = 10 ** Math.floor(Math.log10(Math.max(1, rough)));
  const stride = [1, 2, 5, 10].map((each) => each * power).find((each) => each >= rough) ?? power;
  return Array.from({ length: Math.floor(stepCount / stride) + 1 }, (_, index) => index * stride);
}
