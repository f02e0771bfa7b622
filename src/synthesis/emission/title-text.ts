import { checkText } from "../../values/check-arguments.ts";

/** A title as it may stand in a comment of any language: one line, nothing that ends a comment. */
export function titleText(title: string | undefined, otherwise: string): string {
  const text = checkText("title", title ?? otherwise)
    .replace(/[^\w.,:;()<>=+/-]+/g, " ")
    .trim();
  return text === "" ? otherwise : text;
}
