/** Every line that has anything in it, moved to the right. */
export function indent(text: string, width: number): string {
  return text.replace(/^(?=.)/gm, " ".repeat(width));
}
