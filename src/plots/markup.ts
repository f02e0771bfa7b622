/** Values of attributes: numbers are places in pixels. Undefined ones are left out. */
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
