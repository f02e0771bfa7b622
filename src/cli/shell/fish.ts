import { type DescribedCommand, type Words, withSubcommands } from "./described.ts";

/** Completions for fish: a line for each command and option, under the condition that its command has been typed. */
export function fishCompletion(program: DescribedCommand): string {
  return `# Completions of samebits for fish: samebits completion fish > ~/.config/fish/completions/samebits.fish
complete -c samebits -f
${withSubcommands(program).flatMap(linesOf).join("\n")}
`;
}

function linesOf({ path, options, operands, commands }: DescribedCommand): readonly string[] {
  const names = commands.map((each) => each.path[path.length]);
  const conditions = path.map((name) => `__fish_seen_subcommand_from ${name}`);
  if (names.length > 0) conditions.push(`not __fish_seen_subcommand_from ${names.join(" ")}`);
  const when = ` -n ${quoted(conditions.join("; and "))}`;
  return [
    ...commands.map(
      (each) => `complete -c samebits${when} -a ${each.path[path.length]} -d ${quoted(each.description)}`,
    ),
    ...options.map(({ long, short, value, description }) => {
      const flags = `${short === undefined ? "" : ` -s ${short.slice(1)}`} -l ${long.slice(2)}`;
      const taken = value === undefined ? "" : ` -r${words(value.takes)}`;
      return `complete -c samebits${when}${flags}${taken} -d ${quoted(description)}`;
    }),
    ...operands.map(({ takes }) => `complete -c samebits${when}${words(takes)}`),
  ];
}

function words({ names, files }: Words): string {
  const list = names.length === 0 ? "" : ` -a ${quoted(names.join(" "))}`;
  return `${list} ${files ? "-F" : "-f"}`;
}

function quoted(text: string): string {
  return `'${text.replace(/[\\']/g, "\\$&")}'`;
}
