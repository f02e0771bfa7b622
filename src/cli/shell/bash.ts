import { type DescribedCommand, type Words, withSubcommands } from "./described.ts";

/*
 * put the words together: readline has cut them at : and =
 * find the command: walk over the words so far, one `case` of "command/word"
 * the word before, or what is before its =, is an option with a value → its names, or files
 * else a word with a dash → the command's options
 * else → its subcommands, or what its operands take
 * leave out of each answer what stands before the last : or =, which readline keeps
 */

/** Completions for bash, 4.0 and later. */
export function bashCompletion(program: DescribedCommand): string {
  const commands = withSubcommands(program);
  const below = commands.filter(({ path }) => path.length > 0);
  return `# Completions of samebits for bash: source <(samebits completion bash)
_samebits() {
  local part rest=$COMP_LINE joined="" word command="" current before
  local -a words=()
  COMPREPLY=()
  for part in "\${COMP_WORDS[@]:0:COMP_CWORD+1}"; do
    if [[ -n $joined ]]; then words[\${#words[@]}-1]+=$part; else words+=("$part"); fi
    rest=\${rest#*"$part"}
    if [[ $rest == [[:space:]]* ]]; then joined=""; else joined=1; fi
  done
  current=\${words[\${#words[@]}-1]} before=\${words[\${#words[@]}-2]}
  if [[ $current == --*=* ]]; then before=\${current%%=*} current=\${current#*=}; fi
  for word in "\${words[@]:1:\${#words[@]}-2}"; do
    case "$command/$word" in
      ${below.map(({ path }) => `/${path.join("/")}`).join("|")}) command+="/$word" ;;
    esac
  done
  _samebits_replies
  local breaks=\${COMP_WORDBREAKS//[^:=]/}
  if [[ -n $breaks && $current == *[$breaks]* ]]; then
    COMPREPLY=("\${COMPREPLY[@]#"\${current%"\${current##*[$breaks]}"}"}")
  fi
}
_samebits_replies() {
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
    local -a files
    mapfile -t files < <(compgen -f -- "$current")
    # Of names of files alone, as others would be quoted; where there are none, readline's own will do, which knows quotes.
    if (( \${#files[@]} > 0 )); then compopt -o filenames; elif (( \${#COMPREPLY[@]} == 0 )); then compopt -o default; fi
    COMPREPLY+=("\${files[@]}")
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
