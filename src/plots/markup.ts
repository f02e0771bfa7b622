// SVG as text. Everything that a user wrote is escaped here, and numbers are printed the same on every machine.

import { FONT } from "./sizes.ts"; /** Values of attributes: numbers are places in pixels. Undefined ones are left out. */

type Attributes = Readonly<Record<string, string | number | undefined>>;

/** One element of SVG with what is in it, which is markup already. */
export function element(name: string, attributes: Attributes, inside = ""): string {
  const start = `<${name}${attributeText(attributes)}`;
  return inside === "" ? `${start}/>` : `${start}>${inside}</${name}>`;
}

/** Words as SVG may hold them. What no XML may hold at all becomes U+FFFD. */
export function escapeText(words: string): string {
  return words
    .replace(NOT_XML, "\ufffd")
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;");
}

/** A place in pixels: a tenth is finer than any screen shows. */
export function place(pixels: number): string {
  return String(Number(pixels.toFixed(1)) + 0); // + 0: no "-0"
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const NOT_XML = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|\p{Surrogate}/gu;

function attributeText(attributes: Attributes): string {
  return Object.entries(attributes)
    .flatMap(([name, value]) => {
      if (value === undefined) return [];
      return [` ${name}="${typeof value === "number" ? place(value) : escapeText(value)}"`];
    })
    .join("");
}

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
