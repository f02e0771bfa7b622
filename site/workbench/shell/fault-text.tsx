import type { VNode } from "vue";
import type { Fault } from "../compute/tasks.ts";

/** A typed error as the library words it, and below it the text with the place marked. */
export function faultText(fault: Fault | undefined, text = ""): VNode | undefined {
  if (fault === undefined) return undefined;
  const place = placeOf(fault, text);
  return (
    <div class="sb-fault" role="alert">
      <p>
        <strong>{fault.name}</strong> {fault.message}
      </p>
      {fault.frame === undefined ? undefined : <pre>{frameWithin(fault.frame, roomOf())}</pre>}
      {place === undefined || fault.frame !== undefined ? undefined : (
        <pre aria-hidden="true">
          {text.slice(Math.max(0, place.start - 24), place.start)}
          <mark>{text.slice(place.start, place.end)}</mark>
          {text.slice(place.end, place.end + 24)}
        </pre>
      )}
    </div>
  ) as VNode;
}

/** Characters of a line, of which a telephone has few: a caret on another line than its place points to nothing. */
function roomOf(): number {
  return globalThis.innerWidth < 640 ? 34 : 100;
}

/** A line and the caret below it, cut about the caret where the line is longer than the room. */
function frameWithin(frame: string, room: number): string {
  const [line, caret, ...rest] = frame.split("\n");
  const at = caret?.indexOf("^") ?? -1;
  if (at < 0 || rest.length > 0 || line.length <= room) return frame;
  const start = Math.max(0, Math.min(at - Math.floor(room / 2), line.length - room));
  const [before, after] = [start > 0 ? "…" : "", start + room < line.length ? "…" : ""];
  return `${before}${line.slice(start, start + room)}${after}\n${" ".repeat(before.length + at - start)}^`;
}

/** Where in a text stands what an error quotes. */
function placeOf(
  { actual }: Fault,
  text: string,
): { readonly start: number; readonly end: number } | undefined {
  const quoted = /"([^"]+)"/.exec(actual ?? "")?.[1] ?? actual;
  if (quoted === undefined || quoted === "" || quoted === text) return undefined;
  const index = Number(/as number (\d+)$/.exec(actual ?? "")?.[1]);
  const start = Number.isInteger(index) ? placeOfWord(text, index) : text.indexOf(quoted);
  return start < 0 ? undefined : { start, end: start + quoted.length };
}

function placeOfWord(text: string, index: number): number {
  const words = Array.from(text.matchAll(/[^\s,;]+/g));
  return words[index - 1]?.index ?? -1;
}
