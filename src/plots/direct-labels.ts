import type { Series } from "./chart.ts";
import type { WholeFigure } from "./figure-parts.ts";
import { FONT, textWidth } from "./sizes.ts";

/** Whether labels stand at the ends of their lines: asked for, or lines in one column with room beside and below one another. */
export function drawsDirectly(
  { labels, panels, columns, width, panelHeight }: WholeFigure,
  lineHeight: number,
): boolean {
  if (labels !== undefined) return labels === "direct";
  const fits = (series: readonly Series[]): boolean =>
    series.every(({ marks, label }) => isLine(marks) && textWidth(label, FONT.text) < width / 3) &&
    series.length * lineHeight <= panelHeight;
  return columns === 1 && panels.every(({ series }) => fits(series));
}

function isLine(marks: Series["marks"]): boolean {
  return marks === "line" || marks === "steps";
}

/**
 * Moves places apart until each is `distance` from the next, as little as that takes: neighbours that collide become a group around
 * the middle of where they wanted to be. All stay between `from` and `to`, if that is possible at all.
 */
export function pushApart(
  wanted: readonly number[],
  distance: number,
  from: number,
  to: number,
): readonly number[] {
  const order = wanted.map((_, i) => i).sort((left, right) => wanted[left] - wanted[right] || left - right);
  const groups: Group[] = [];
  for (const index of order) {
    let group: Group = { members: [index], middle: wanted[index] };
    for (let before = groups.at(-1); before !== undefined; before = groups.at(-1)) {
      const room = ((before.members.length + group.members.length) / 2) * distance;
      if (group.middle - before.middle >= room) break;
      groups.pop();
      group = within(join(before, group), distance, from, to);
    }
    groups.push(within(group, distance, from, to));
  }
  const placed = [...wanted];
  for (const { members, middle } of groups) {
    members.forEach((index, i) => {
      placed[index] = middle + (i - (members.length - 1) / 2) * distance;
    });
  }
  return placed;
}

interface Group {
  readonly members: readonly number[]; // from the top down
  readonly middle: number;
}

function join(upper: Group, lower: Group): Group {
  const members = [...upper.members, ...lower.members];
  const sum = upper.middle * upper.members.length + lower.middle * lower.members.length;
  return { members, middle: sum / members.length };
}

function within({ members, middle }: Group, distance: number, from: number, to: number): Group {
  const half = ((members.length - 1) / 2) * distance;
  return { members, middle: Math.max(from + half, Math.min(to - half, middle)) };
}
