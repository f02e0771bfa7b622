const LONGEST_TEXT = 40;

/** What a value is, in a few words: the fact of an error message. */
export function describe(value: unknown): string {
  switch (typeof value) {
    case "string":
      return JSON.stringify(value.length > LONGEST_TEXT ? `${value.slice(0, LONGEST_TEXT)}…` : value);
    case "number":
      return Object.is(value, -0) ? "-0" : String(value);
    case "bigint":
      return `${value}n`;
    case "function":
      return "a function";
    case "object":
      return describeObject(value);
    default:
      return String(value);
  }
}

function describeObject(value: object | null): string {
  if (value === null) return "null";
  if (Array.isArray(value)) return `an Array of length ${value.length}`;
  const name = Object.prototype.toString.call(value).slice("[object ".length, -1);
  const article = /^[AEIO]/.test(name) ? "an" : "a"; // a Uint8Array
  const isTyped = ArrayBuffer.isView(value) && "length" in value;
  return isTyped ? `${article} ${name} of length ${value.length}` : `${article} ${name}`;
}
