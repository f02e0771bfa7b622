/** A value that a report holds: no floats but finite ones, so that nothing turns into null on its way. */
export type JsonValue =
  | string
  | number
  | boolean
  | null
  | readonly JsonValue[]
  | { readonly [key: string]: JsonValue | undefined };

/** One JSON object on one line. As JSON.stringify, but −0 keeps its sign. */
export function jsonLine(value: JsonValue): string {
  return `${jsonText(value)}\n`;
}

function jsonText(value: JsonValue): string {
  if (Object.is(value, -0)) return "-0";
  if (Array.isArray(value)) return `[${value.map(jsonText).join(",")}]`;
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  const members = Object.entries(value).flatMap(([key, member]) =>
    member === undefined ? [] : [`${JSON.stringify(key)}:${jsonText(member)}`],
  );
  return `{${members.join(",")}}`;
}
