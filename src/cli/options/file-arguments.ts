// No command line may write a file that it reads, or one file twice. Links and other spellings of a path are followed before anything runs.

import { type BigIntStats, promises } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import type { Command } from "commander";
import { BUILT_IN_OPERATORS, InvalidArgumentError } from "../../index.ts";
import { GENERATOR_NAMES } from "../../networks.ts";

/** A file that a command line names, and what names it there. */
interface NamedFile {
  readonly argument: string; // as the user writes it: FILE, --snapshot
  readonly path: string; // "-": standard input or output
  readonly isWritten: boolean;
}

/** What options come to besides their own names, by command. */
const FURTHER = new WeakMap<Command, (options: unknown) => readonly FurtherOutput[]>();

/** Where the values of options were read from, though they no longer say so. */
const SOURCES = new WeakMap<object, string>();

/** A file that is written though no option has its name. */
interface FurtherOutput {
  readonly argument: string; // what is to be blamed
  readonly path: string;
}

/** Every other option that takes a `<file>` writes it, so that a new one is held against the rest without being listed. */
const OPTIONS_THAT_READ = ["operator", "resume"];

const LINKS_FOLLOWED = 40;

/** Declares the files that a command writes beside those that its options name, so that they too are held against the rest. */
export function writesFurther<Options>(
  command: Command,
  outputs: (options: Options) => readonly FurtherOutput[],
): void {
  FURTHER.set(command, outputs as (options: unknown) => readonly FurtherOutput[]);
}

/** Tells that an option's value is what a file says. */
export function readFrom<Value extends object>(path: string, value: Value): Value {
  SOURCES.set(value, path);
  return value;
}

/** Tells that a value is made of another, and so of the file that that one was read from, if it was. */
export function readAs<Value extends object>(from: object, value: Value): Value {
  const source = SOURCES.get(from);
  return source === undefined ? value : readFrom(source, value);
}

/**
 * Refuses a command line that would write one file twice, or the one it reads, by whatever names: a link, `./`, a second hard link.
 *
 * A state may go back to where it came from: with `--resume s.json --snapshot s.json` one goes on from day to day.
 *
 * @throws InvalidArgumentError naming both arguments, before anything runs
 */
export async function checkFileArguments(command: Command): Promise<void> {
  const files = namedFiles(command);
  const identities = await Promise.all(files.map((file) => identityOf(placeOf(file))));
  files.forEach((file, i) => {
    const other = files.find((each, j) => {
      const isSame = identities[i] !== undefined && identities[i] === identities[j];
      return j < i && isSame && !isRollingState(each, file);
    });
    if (!file.isWritten || other === undefined) return;
    const actual = `${JSON.stringify(file.path)}, which is the same file`;
    throw new InvalidArgumentError(file.argument, `another file than ${other.argument}`, actual);
  });
}

/** All of them, those that are read before those that are written. */
function namedFiles(command: Command): readonly NamedFile[] {
  const files = command.registeredArguments.flatMap((argument, i) => {
    if (!/FILE|SKETCH/i.test(argument.name())) return [];
    return textsOf(command.processedArgs[i]).map((path) => ({ argument: "FILE", path, isWritten: false }));
  });
  const options = command.options.flatMap((option) => {
    const name = option.attributeName();
    const texts = textsOf(command.getOptionValue(name));
    const argument = option.long ?? name;
    if (name === "input") {
      const paths = texts.filter((text) => text.startsWith("@")).map((text) => text.slice(1));
      return paths.map((path) => ({ argument, path, isWritten: false }));
    }
    const source = SOURCES.get(Object(command.getOptionValue(name)));
    if (source !== undefined) return [{ argument, path: source, isWritten: false }];
    const isRead = OPTIONS_THAT_READ.includes(name);
    if (!isRead && !option.flags.includes("<file>")) return [];
    return texts.map((path) => ({ argument, path, isWritten: !isRead }));
  });
  const further = FURTHER.get(command)?.(command.opts()) ?? [];
  const outputs = further.map((output) => ({ ...output, isWritten: true }));
  const all = [...files, ...options, ...outputs].filter((file) => file.isWritten || !isName(file.path));
  return [...all.filter(({ isWritten }) => !isWritten), ...all.filter(({ isWritten }) => isWritten)];
}

function textsOf(value: unknown): readonly string[] {
  return [value].flat().filter((each) => typeof each === "string");
}

/** What stands for an operator or a network of ours, though there may be a file of that name. */
function isName(text: string): boolean {
  return GENERATOR_NAMES.includes(text.split(":")[0]) || BUILT_IN_OPERATORS.some(({ name }) => name === text);
}

function isRollingState(one: NamedFile, other: NamedFile): boolean {
  return one.argument === "--resume" && other.argument === "--snapshot";
}

function placeOf({ path, isWritten }: NamedFile): string {
  if (path !== "-") return path;
  return isWritten ? "/dev/stdout" : "/dev/stdin";
}

/** What tells a regular file from others, though it may not be there yet; undefined for devices and pipes, which take anything. */
async function identityOf(path: string): Promise<string | undefined> {
  let place = resolve(path);
  for (let followed = 0; followed < LINKS_FOLLOWED; followed++) {
    const status = await statusOf(place);
    if (status !== undefined) return status.isFile() ? keyOf(status) : undefined;
    const link = await promises.readlink(place).catch(() => undefined);
    if (link === undefined) break;
    place = resolve(dirname(place), link);
  }
  const folder = await statusOf(dirname(place));
  return folder === undefined ? undefined : join(keyOf(folder), basename(place));
}

function statusOf(path: string): Promise<BigIntStats | undefined> {
  return promises.stat(path, { bigint: true }).catch(() => undefined);
}

function keyOf({ dev, ino }: BigIntStats): string {
  return `${dev}:${ino}`;
}
