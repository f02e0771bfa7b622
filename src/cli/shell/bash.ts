import { type DescribedCommand, type Words, withSubcommands } from "./described.ts";

/*
 * find the command: walk over the words so far, one `case` of "command/word"
 * the word before is an option with a value → its names, or files
 * else a word with a dash → the command's options
 * else → its subcommands, or what its operands take
 */

/** Completions for bash, 4.0 and later. */
export function bashCompletion(program: DescribedCommand): string {
  const commands = withSubcommands(program);
  const below = commands.filter(({ path }) => path.length > 0);
  return `# Completions of samebits for bash: source <(samebits completion bash)
_samebits() {
  local word command="" current=\${COMP_WORDS[COMP_CWORD]} before=\${COMP_WORDS[COMP_CWORD-1]}
  COMPREPLY=()
  for word in "\${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
    case "$command/$word" in
      ${below.map(({ path }) => `/${path.join("/")}`).join("|")}) command+="/$word" ;;
    esac
  done
  case "$command $before" in
${commands.flatMap(optionCases).join("\n")}
  esac
  case "$command" in
${commands.map(wordCase).join("\n")}
  esac
}
_samebits_reply() { # the names, then whether files will do
  mapfile -t COMPREPLY < <(compgen -W "$1" -- "$current")
  if [[ $2 == files ]]; then
    compopt -o filenames
    mapfile -t -O \${#COMPREPLY[@]} COMPREPLY < <(compgen -f -- "$current")
  fi
}
complete -F _samebits samebits
`;
}

function optionCases({ path, options }: DescribedCommand): readonly string[] {
  return options.flatMap(({ long, short, value }) => {
    if (value === undefined) return [];
    const patterns = [long, short].flatMap((flag) =>
      flag === undefined ? [] : [`"${place(path)} ${flag}"`],
    );
    return [`    ${patterns.join("|")}) ${reply(value.takes)}; return ;;`];
  });
}

function wordCase({ path, options, commands, operands }: DescribedCommand): string {
  const flags = options.flatMap(({ long, short }) => (short === undefined ? [long] : [long, short]));
  const takes: Words = {
    names: [
      ...commands.map((each) => each.path[path.length]),
      ...operands.flatMap(({ takes }) => takes.names),
    ],
    files: operands.some(({ takes }) => takes.files),
  };
  const dashed = reply({ names: flags, files: false });
  return `    "${place(path)}") if [[ $current == -* ]]; then ${dashed}; else ${reply(takes)}; fi ;;`;
}

function place(path: readonly string[]): string {
  return path.map((name) => `/${name}`).join("");
}

function reply({ names, files }: Words): string {
  return `_samebits_reply "${names.join(" ")}"${files ? " files" : ""}`;
}
