// The library names options as JavaScript spells them ("initialPlacement"). Here errors are told with the names of the command line.

import {
  EmptyInputError,
  FormatError,
  InternalError,
  InvalidArgumentError,
  LengthMismatchError,
  SamebitsError,
  UnsupportedError,
} from "../index.ts";
import { ProgramError } from "../language.ts";
import { NetworkSyntaxError } from "../networks.ts";
import { OperatorSyntaxError } from "../operators.ts";
import { printableLine } from "./safe-text.ts";

/** Options that the library may name in an error, as it spells them. */
const OPTIONS = `
  accumulate against algorithm allowQuadratic audit backward bins blocks by categories collate column columns command condition contract correction dag dates delimiter
  depth determinism edges engine entry equality exact exclusive explain expression for form format fuel header highlight hash index indices
  initial initialPlacement key kind language law left levels lines measure missing model module n nulls on operator output phases pieceLength plot
  proof range raw readers reduce require result resume right rows runs save scan seed sent share size sizes snapshot solver tier timeout to type
  where wiring
`
  .trim()
  .split(/\s+/);

/** What a user's mistake is told as: one line that names the argument as it is spelled here. Undefined for any other error. */
export function errorLine(error: unknown): string | undefined {
  if (error instanceof InternalError || !(error instanceof SamebitsError)) return undefined;
  return printableLine(sentence(error));
}

/** The line of a text that is at fault, and a caret below it. */
export function errorFrame(error: unknown): string | undefined {
  return isOfText(error) && error.frame.trim() !== "" ? error.frame : undefined;
}

function isOfText(error: unknown): error is OperatorSyntaxError | NetworkSyntaxError | ProgramError {
  return (
    error instanceof OperatorSyntaxError ||
    error instanceof NetworkSyntaxError ||
    error instanceof ProgramError
  );
}

/** What is the user's own, a text, a name or what came, stays as it is: only what the library says of its options is spelled anew. */
function sentence(error: SamebitsError): string {
  if (error instanceof EmptyInputError) {
    return `FILE must have ${inOptions(error.expected)}, got none`;
  }
  if (isOfText(error)) {
    const isFuel = error instanceof ProgramError && error.limit === "fuel";
    return isFuel ? inOptions(error.sentence) : error.sentence;
  }
  if (error instanceof InvalidArgumentError) {
    return `${spelled(error.argument)} must be ${inOptions(error.expected)}, got ${error.actual}`;
  }
  if (error instanceof LengthMismatchError) {
    const { argument, expected, actual } = error;
    const name = spelled(argument) === argument ? `"${argument}"` : spelled(argument);
    return `${name} must have length ${expected}, got ${actual}`;
  }
  if (error instanceof UnsupportedError) {
    const { subject, reason, remedy } = error;
    return `${inLevels(subject)} is not possible here: ${inOptions(reason)}; ${inOptions(remedy)}`;
  }
  // What is wrong with an output is told as an invalid argument, so that data are always FILE's.
  if (error instanceof FormatError && error.source.startsWith("--")) {
    return `${error.source.replace(/:1$/, "")} must be ${inOptions(error.expected)}, got ${error.actual}`;
  }
  if (error instanceof FormatError)
    return `FILE must be ${inOptions(error.expected)}, got "${error.source}": ${error.actual}`;
  return error.message;
}

function spelled(argument: string): string {
  if (argument === "input") return "FILE";
  if (argument === "data") return "DATA";
  if (argument === "predicate") return "--where";
  if (argument === "types") return "--type";
  const [option] = argument.split(/[.[]/); // "initial.index" is a part of --initial
  return OPTIONS.includes(option) ? `--${kebabCase(option)}${argument.slice(option.length)}` : argument;
}

/** How the library speaks of another option than the one that is wrong: any other quoted word may be a name of the user's. */
const MENTIONS = [
  /(come with a )"(type)"/g,
  /(for each name in )"(by)"/g,
  /(without an )"(initial)"/g,
  /(when no )"(initial)"/g,
  /(left out when )"(determinism)"/g,
  /(unless )"(nulls)"/g,
  /(unless )"(missing)"/g,
  /(with this )"(fuel)"/g,
  /(\()"(fuel)"(?=\))/g,
];

/** The library speaks of its options ("initialPlacement"); here they are spelled as on the command line. */
function inOptions(text: string): string {
  const mentioned = MENTIONS.reduce(
    (line, mention) => line.replace(mention, (_, before, name) => `${before}--${kebabCase(name)}`),
    text,
  );
  const [, name = "NAME"] = /column "([^"]+)"/.exec(mentioned) ?? [];
  return inLevels(mentioned)
    .replace(
      /(i64 or )?text is said to be its type/,
      (said, i64) => `${said} (--type ${name}:${i64 ? "i64" : "text"})`,
    )
    .replace(/direction "backward"/g, "--backward")
    .replace(/the javascript executor \("samebits\/javascript"\)/g, "--on javascript")
    .replace(/the wasm executor \("samebits"\)/g, "--on wasm")
    .replace(/the workers \("samebits\/workers"\)/g, "--on workers:N")
    .replace(/import from "samebits" or "samebits\/workers"/g, "use --on wasm or --on workers:N")
    .replace(/import from "samebits\/javascript"/g, "use --on javascript")
    .replace(/import from "samebits"/g, "use --on wasm")
    .replace(/run the program on that/g, "eval --on interpreter")
    .replace(/allowQuadratic(: true)?( \(--allow-quadratic\))?/g, "--allow-quadratic")
    .replace(/assumeForwardProgress/g, "--assume-forward-progress")
    .replace(/leave the algorithm out/g, "leave --algorithm out")
    .replace(/iteratedPairwise( \(iterated-pairwise\))?/g, "iterated-pairwise");
}

function inLevels(text: string): string {
  return text.replace(/"(notGuaranteed|runToRun)"/g, (_, level) => `"${kebabCase(level)}"`);
}

function kebabCase(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}
