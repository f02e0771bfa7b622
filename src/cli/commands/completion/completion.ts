import type { Command } from "commander";
import type { CommandContext } from "../../io.ts";
import { choiceOf } from "../../options/parse.ts";
import { bashCompletion } from "../../shell/bash.ts";
import { fishCompletion } from "../../shell/fish.ts";
import { zshCompletion } from "../../shell/zsh.ts";

const SHELLS = { bash: bashCompletion, zsh: zshCompletion, fish: fishCompletion } as const;
type Shell = keyof typeof SHELLS;
const NAMES = Object.keys(SHELLS) as Shell[];

const WHERE = `
  bash  source <(samebits completion bash), in ~/.bashrc
  zsh   samebits completion zsh > "\${fpath[1]}/_samebits"
  fish  samebits completion fish > ~/.config/fish/completions/samebits.fish
`;

/** `samebits completion SHELL`: a script that completes commands, options and the names that options take. */
export function completionCommand(command: Command, { io, describeProgram }: CommandContext): void {
  command
    .argument("SHELL", NAMES.join(", "), choiceOf("SHELL", NAMES))
    .addHelpText("after", WHERE)
    .action(async (shell: Shell) => io.stdout.write(SHELLS[shell](await describeProgram())));
}
