import type { Command } from "commander";
import { NULL_RULES } from "../../formats.ts";
import { ELEMENT_TYPES, InvalidArgumentError, type ScalarType } from "../../index.ts";
import { FILE_FORMATS, headerOption, type InputOptions, noHeaderOption } from "../input/input.ts";
import { choiceOf, parseType, repeated } from "./parse.ts";

/** A column of a file under the name that commands know it by. */
export interface ColumnArgument {
  readonly field: string; // letters, digits and _
  readonly column: string; // its name in the file
  readonly type: ScalarType | undefined; // undefined: its own, of text f64
}

const TYPES: readonly ScalarType[] = [...ELEMENT_TYPES, "bool"];
const FIELD = /^[A-Za-z_][A-Za-z0-9_]*$/;
const SPELLINGS = "NAME, NAME:TYPE or FIELD=NAME";

/** Adds FILE and the options that say which of its columns are read. */
export function addColumnArguments(command: Command): Command {
  return command
    .argument("FILE", FILE_FORMATS)
    .option(
      "--column <name>",
      `a column to read, repeatable: ${SPELLINGS}, as in late=delay:f32 (default: the only one)`,
      repeated((text) => text),
    )
    .option(
      "--type <type>",
      "read as f64, f32, i64, u64, i32 or u32; every value must convert exactly",
      parseType,
    )
    .option(
      "--nulls <rule>",
      "what becomes of nulls: zero, or of a single column skip; without it they are an error",
      choiceOf("nulls", NULL_RULES),
    )
    .option("--raw", "FILE is raw little-endian data, of --type")
    .addOption(headerOption())
    .addOption(noHeaderOption());
}

/** The columns that were asked for; a type that was not said is that of `--type`. @throws InvalidArgumentError */
export function columnArguments(
  { column = [], type }: InputOptions,
  argument = "column",
): readonly ColumnArgument[] {
  const found = column.map((text) => columnArgument(text, argument, type));
  found.forEach(({ field }, i) => {
    if (found.findIndex((other) => other.field === field) === i) return;
    throw new InvalidArgumentError(argument, "given once for each field", `${JSON.stringify(field)} again`);
  });
  return found;
}

/** One of them: `delay`, `delay:f32`, `late=delay`, `late=delay:f32`. A name may have a colon in it, if no type comes after. */
export function columnArgument(
  text: string,
  argument: string,
  defaultType: ScalarType | undefined,
): ColumnArgument {
  const cut = text.lastIndexOf(":");
  const type = TYPES.find((each) => cut >= 0 && each === text.slice(cut + 1));
  const names = type === undefined ? text : text.slice(0, cut);
  const equals = names.indexOf("=");
  const column = names.slice(equals + 1);
  const field = equals < 0 ? column : names.slice(0, equals);
  if (column === "") throw new InvalidArgumentError(argument, SPELLINGS, JSON.stringify(text));
  if (!FIELD.test(field)) {
    const expected =
      equals < 0
        ? "FIELD=NAME, as its own name is not letters, digits and _"
        : "of a FIELD of letters, digits and _";
    throw new InvalidArgumentError(argument, expected, JSON.stringify(text));
  }
  return { field, column, type: type ?? defaultType };
}
