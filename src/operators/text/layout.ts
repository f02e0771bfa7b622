// Long operators have to stay readable in a terminal: lines break at the outermost place where that is enough.

/**
 * Text that knows where it may break: a piece, a row of them, or a group, which is one line where it fits and else breaks at each of its own
 * lines. `flatLength` is computed once, so that laying out is linear.
 */
export type Layout = string | Line | Row;

/** A place to break: in one line it is `flat`. */
interface Line {
  readonly kind: "line";
  readonly flat: "" | " ";
  readonly length: number; // infinite for a break that there always is
}

interface Row {
  readonly kind: "row" | "group" | "nest";
  readonly parts: readonly Layout[];
  readonly flatLength: number;
}

export const SPACE: Line = { kind: "line", flat: " ", length: 1 };
export const NOTHING: Line = { kind: "line", flat: "", length: 0 };
export const BREAK: Line = { kind: "line", flat: " ", length: Number.POSITIVE_INFINITY };

/** Longest line, where a break can be had. */
const LINE_LENGTH = 100;

/** Pieces one after the other; they break as what is around them does. */
export function row(...parts: readonly Layout[]): Row {
  return rowOf("row", parts);
}

/** Pieces that break all together or not at all. */
export function group(...parts: readonly Layout[]): Row {
  return rowOf("group", parts);
}

/** Pieces whose lines begin two characters further in. */
export function nest(...parts: readonly Layout[]): Row {
  return rowOf("nest", parts);
}

/** Pieces with a separator between them. */
export function joined(parts: readonly Layout[], ...separator: readonly Layout[]): Row {
  return row(...parts.flatMap((part, i) => (i === 0 ? [part] : [...separator, part])));
}

/** A layout as one line. */
export function flat(layout: Layout): string {
  if (typeof layout === "string") return layout;
  return layout.kind === "line" ? layout.flat : layout.parts.map(flat).join("");
}

/** A layout as text, broken where it is too long for a line. */
export function layOut(layout: Layout): string {
  const pieces: string[] = [];
  let column = 0;
  const write = (part: Layout, indent: number): void => {
    if (typeof part === "string") {
      pieces.push(part);
      column += part.length;
    } else if (part.kind === "line") {
      pieces.push("\n", " ".repeat(indent));
      column = indent;
    } else if (part.kind === "group" && column + part.flatLength <= LINE_LENGTH) {
      write(flat(part), indent);
    } else {
      const inner = part.kind === "nest" ? indent + 2 : indent;
      for (const piece of part.parts) write(piece, inner);
    }
  };
  write(layout, 0);
  return pieces.join("");
}

function rowOf(kind: Row["kind"], parts: readonly Layout[]): Row {
  return { kind, parts, flatLength: parts.reduce((sum, part) => sum + flatLength(part), 0) };
}

function flatLength(layout: Layout): number {
  if (typeof layout === "string") return layout.length;
  return layout.kind === "line" ? layout.length : layout.flatLength;
}
