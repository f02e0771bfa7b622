// The command line as data: what --help says, for programs that write completions and the manual. Nothing here knows a command.

import type { Argument, Command, Option } from "commander";
import { offeredBy } from "../options/parse.ts";

/** A command with all that stands in its line. */
export interface DescribedCommand {
  readonly path: readonly string[]; // "network", "list"; the program's own is empty
  readonly description: string;
  readonly examples: readonly string[]; // command lines
  readonly operands: readonly Operand[];
  readonly options: readonly DescribedOption[];
  readonly commands: readonly DescribedCommand[];
}

/** A word that is neither an option nor a command. */
interface Operand {
  readonly name: string; // as in usage: FILE
  readonly description: string;
  readonly isRequired: boolean;
  readonly isRepeated: boolean;
  readonly takes: Words;
}

export interface DescribedOption {
  readonly long: string; // "--output"
  readonly short: string | undefined; // "-o"
  readonly description: string;
  readonly value: { readonly name: string; readonly takes: Words } | undefined;
}

/** What a word may be: names that are known, and whether the name of a file is as good. */
export interface Words {
  readonly names: readonly string[];
  readonly files: boolean;
}

/** A command and its subcommands as they were declared. */
export function describeCommand(
  command: Command,
  examplesOf: (path: readonly string[]) => readonly string[],
  path: readonly string[] = [],
): DescribedCommand {
  const help = command.createHelp();
  return {
    path,
    description: command.description(),
    examples: examplesOf(path),
    operands: command.registeredArguments.map(operandOf),
    options: help.visibleOptions(command).map(optionOf),
    commands: command.commands.map((each) => describeCommand(each, examplesOf, [...path, each.name()])),
  };
}

/** A command and all below it, each before its own. */
export function withSubcommands(command: DescribedCommand): readonly DescribedCommand[] {
  return [command, ...command.commands.flatMap(withSubcommands)];
}

function operandOf(argument: Argument): Operand {
  const name = argument.name();
  const names = offeredBy(argument.parseArg) ?? [];
  return {
    name,
    description: argument.description,
    isRequired: argument.required,
    isRepeated: argument.variadic,
    takes: { names, files: names.length === 0 || /file/i.test(name) },
  };
}

function optionOf({ long, short, flags, description, parseArg, required }: Option): DescribedOption {
  const name = /<([^>]+)>/.exec(flags)?.[1];
  const names = offeredBy(parseArg) ?? [];
  const files = /^(?:file|folder)$/.test(name ?? "") || /\bFILE\b/.test(description);
  return {
    long: long ?? flags,
    short,
    description,
    value: required && name !== undefined ? { name, takes: { names, files } } : undefined,
  };
}
