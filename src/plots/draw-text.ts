import { element, escapeText } from "./markup.ts";
import { FONT } from "./sizes.ts";

interface TextStyle {
  readonly size?: number; // pixels; default 12
  readonly tone?: "ink" | "soft"; // default "ink"
  readonly anchor?: "middle" | "end"; // default: at the start
  readonly isBold?: boolean;
  readonly isOverLines?: boolean; // a rim of paper keeps it legible
}

/** Words with their baseline at y. Words without one, such as "", leave no mark. */
export function drawText(words: string, x: number, y: number, style: TextStyle = {}): string {
  if (words.trim() === "") return "";
  const { size = FONT.text, tone = "ink", anchor, isBold, isOverLines } = style;
  const attributes = {
    x,
    y,
    class: isOverLines ? `sb-${tone} sb-rim` : `sb-${tone}`,
    fill: "currentColor",
    "font-size": size === FONT.text ? undefined : size,
    "font-weight": isBold ? "bold" : undefined,
    "text-anchor": anchor,
  };
  return element("text", attributes, escapeText(words));
}
