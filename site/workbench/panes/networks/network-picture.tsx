import type { VNode } from "vue";
import type { DrawnNetwork } from "../../compute/network-task.ts";
import { coneOf } from "./cone-of.ts";

interface NetworkDrawing {
  readonly network: DrawnNetwork;
  readonly title: string;
  readonly shownStep: number; // steps after it are not made yet
  readonly wire: number | undefined; // whose cone is lit
}

const MARGIN = { left: 46, right: 20, top: 34, bottom: 38 };

/** Wires run down, time with them; a line from wire to wire is a combine, a dot where it arrives. */
export function networkPicture(drawing: NetworkDrawing): VNode {
  const { network, title } = drawing;
  const pitch = network.width <= 16 ? 44 : network.width <= 32 ? 28 : network.width <= 64 ? 16 : 10;
  const rise = network.stepCount <= 8 ? 46 : network.stepCount <= 20 ? 28 : 14;
  const places = {
    x: (wire: number) => MARGIN.left + (wire + 0.5) * pitch,
    y: (step: number) => MARGIN.top + step * rise,
    radius: Math.min(5, pitch / 4),
  };
  const width = MARGIN.left + MARGIN.right + network.width * pitch;
  const height = MARGIN.top + MARGIN.bottom + network.steps.length * rise;
  const every = pitch >= 28 ? 1 : pitch >= 16 ? 4 : 8;
  const wires = Array.from({ length: network.width }, (_, wire) => wire);
  return (
    <svg
      viewBox={`0 0 ${width} ${height}`}
      width={width}
      height={height}
      class="sb-network"
      role="img"
      aria-label={title}
    >
      <g class="sb-wires">
        {wires.map((wire) => (
          <path d={`M${places.x(wire)} ${places.y(0) - 8}V${places.y(network.steps.length) + 8}`} />
        ))}
      </g>
      {cone(drawing, places)}
      {network.steps.map((step, index) => (
        <g class={index < drawing.shownStep ? "sb-pairs" : "sb-pairs sb-later"}>
          {step.map(([source, destination]) => (
            <>
              <path
                d={`M${places.x(source)} ${places.y(index)}L${places.x(destination)} ${places.y(index + 1)}`}
              />
              <circle cx={places.x(destination)} cy={places.y(index + 1)} r={places.radius} />
            </>
          ))}
        </g>
      ))}
      <g class="sb-names">
        {network.steps.map((_, index) => (
          <text class="sb-soft" x={MARGIN.left - 12} y={places.y(index + 0.5) + 4} style="text-anchor:end">
            {index + 1}
          </text>
        ))}
        {wires
          .filter((wire) => wire % every === 0 || wire === drawing.wire)
          .map((wire) => (
            <>
              <text class="sb-soft" x={places.x(wire)} y={places.y(0) - 14}>
                {wire}
              </text>
              <text class={wire === drawing.wire ? "sb-lit" : "sb-soft"} x={places.x(wire)} y={height - 14}>
                {wire}
              </text>
            </>
          ))}
      </g>
      <g class="sb-hits">
        {wires.map((wire) => (
          <rect x={places.x(wire) - pitch / 2} y={0} width={pitch} height={height} data-pick={wire} />
        ))}
      </g>
    </svg>
  ) as VNode;
}

interface Places {
  readonly x: (wire: number) => number;
  readonly y: (step: number) => number;
  readonly radius: number;
}

/** The wires while they hold a part of the lit output, and the pairs that bring parts together. */
function cone({ network, wire }: NetworkDrawing, { x, y, radius }: Places) {
  if (wire === undefined || wire >= network.width) return undefined;
  const needed = coneOf(network, wire);
  const along = network.steps.flatMap((_, index) =>
    Array.from(needed[index + 1], (each) => `M${x(each)} ${y(index)}V${y(index + 1)}`),
  );
  const pairs = network.steps.flatMap((step, index) =>
    step
      .filter(([, destination]) => needed[index + 1].has(destination))
      .map(([source, destination]) => ({ index, source, destination })),
  );
  const across = pairs.map(
    ({ index, source, destination }) => `M${x(source)} ${y(index)}L${x(destination)} ${y(index + 1)}`,
  );
  return (
    <g class="sb-cone">
      <path d={[...along, ...across].join("")} />
      {pairs.map(({ index, destination }) => (
        <circle cx={x(destination)} cy={y(index + 1)} r={radius + 2} />
      ))}
    </g>
  );
}
