import { type DescribedCommand, type Words, withSubcommands } from "./described.ts";

/** Completions for zsh: a function for each command, which hands the words to _arguments. */
export function zshCompletion(program: DescribedCommand): string {
  return `#compdef samebits
# Completions of samebits for zsh: samebits completion zsh > a folder of $fpath/_samebits

_samebits_names_or_files() {
  local -a names=("$@")
  _alternative 'names:name:compadd -a names' 'files:file:_files'
}

${withSubcommands(program).map(functionOf).join("\n\n")}

if [ "$funcstack[1]" = "_samebits" ]; then
  _samebits "$@"
else
  compdef _samebits samebits
fi
`;
}

function functionOf({ path, options, operands, commands }: DescribedCommand): string {
  const flags = options.map(({ long, short, value, description }) => {
    const taken = value === undefined ? "" : `:${escaped(value.name)}:${action(value.takes)}`;
    const text = `[${escaped(description)}]${taken}`;
    const [joined, attached] = value === undefined ? ["", ""] : ["=", "+"]; // --nulls=skip and -ofile are taken too
    // Repeatable: what an option may be given twice is the command's to say.
    return short === undefined
      ? `'*${long}${joined}${text}'`
      : `'*'{${short}${attached},${long}${joined}}'${text}'`;
  });
  const words = operands.map(
    ({ name, takes, isRepeated }) => `'${isRepeated ? "*" : ""}:${escaped(name)}:${action(takes)}'`,
  );
  if (commands.length === 0) return `${nameOf(path)}() {\n${argumentsOf([...flags, ...words])}\n}`;
  const names = commands.map((each) => `    '${each.path[path.length]}:${escaped(each.description)}'`);
  const cases = commands.map((each) => `        ${each.path[path.length]}) ${nameOf(each.path)} ;;`);
  return `${nameOf(path)}() {
  local curcontext=$curcontext state line
  local -a commands=(
${names.join("\n")}
  )
${argumentsOf(["-C", ...flags, "'1:command:->command'", "'*::argument:->argument'"])}
  case $state in
    command) _describe command commands ;;
    argument)
      curcontext="\${curcontext%:*}-$line[1]:"
      case $line[1] in
${cases.join("\n")}
      esac ;;
  esac
}`;
}

function argumentsOf(specs: readonly string[]): string {
  return `  _arguments ${specs.join(" \\\n    ")}`;
}

function nameOf(path: readonly string[]): string {
  return ["_samebits", ...path].join("_").replaceAll("-", "_");
}

function action({ names, files }: Words): string {
  const list = names.map(escaped).join(" ");
  if (files) return names.length === 0 ? "_files" : `{_samebits_names_or_files ${list}}`;
  return names.length === 0 ? " " : `(${list})`;
}

/** Text inside of single quotes, and of brackets and colons that _arguments reads. */
function escaped(text: string): string {
  return text.replace(/[\\[\]:]/g, "\\$&").replaceAll("'", "'\\''");
}
