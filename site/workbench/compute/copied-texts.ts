/** What "Copy as …" copies: each gives, when it is run, what the pane shows. */
export interface CopiedTexts {
  readonly typescript: string;
  readonly command: string;
}
