import { type DescribedCommand, type DescribedOption, withSubcommands } from "./described.ts";

/** The manual page, section 1, in the macros of man(7). */
export function manualPage(program: DescribedCommand, version: string): string {
  const commands = withSubcommands(program).filter(
    ({ commands, path }) => commands.length === 0 && path.length > 0,
  );
  return `.TH SAMEBITS 1 "" "samebits ${version}" "User Commands"
.SH NAME
samebits \\- ${text(lowerFirst(program.description).replace(/\.$/, ""))}
.SH SYNOPSIS
.B samebits
.I command
[options]
.SH DESCRIPTION
${text(DESCRIPTION)}
.SH COMMANDS
${commands.map(commandPart).join("\n")}
.SH EXIT STATUS
.TP
.B 0
done
.TP
.B 1
a check failed: its report says which
.TP
.B 2
bad arguments or bad input, told in one line on standard error
.TP
.B 70
a bug of samebits
.SH ENVIRONMENT
.TP
.B NO_COLOR
no colours on a terminal
`;
}

const DESCRIPTION =
  "Floating-point addition is not associative, so that a sum changes with the number of threads, the size of tiles and the library. samebits names the expression that a value is computed by, and computes it to the same bits on every machine. FILE is .npy, .csv, .tsv, .arrow, .parquet or raw little-endian data; - is standard input.";

function commandPart({ path, description, operands, options, examples }: DescribedCommand): string {
  const usage = ["samebits", ...path, "[options]", ...operands.map(usageOf)].join(" ");
  return [
    `.SS ${text(usage)}`,
    text(description),
    ...operands.flatMap(({ name, description }) => [".TP", `.I ${text(name)}`, text(description)]),
    ...options.flatMap((option) => [".TP", `.B ${text(flagsOf(option))}`, text(option.description)]),
    ...(examples.length === 0 ? [] : [".PP", "Examples:", ".EX", ...examples.map(text), ".EE"]),
  ].join("\n");
}

function usageOf({ name, isRequired, isRepeated }: DescribedCommand["operands"][number]): string {
  const word = isRepeated ? `${name}...` : name;
  return isRequired ? word : `[${word}]`;
}

function flagsOf({ short, long, value }: DescribedOption): string {
  const flags = short === undefined ? long : `${short}, ${long}`;
  return value === undefined ? flags : `${flags} ${value.name}`;
}

/** Text as roff prints it: backslashes, dashes that are typed, and no line that begins with a request. */
function text(given: string): string {
  return given
    .replaceAll("\\", "\\e")
    .replaceAll("-", "\\-")
    .replace(
      /[\u0080-\uffff]/g,
      (character) => `\\[u${character.charCodeAt(0).toString(16).toUpperCase().padStart(4, "0")}]`,
    )
    .replace(/^([.'])/gm, "\\&$1");
}

function lowerFirst(given: string): string {
  return given.slice(0, 1).toLowerCase() + given.slice(1);
}
