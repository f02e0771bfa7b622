import { inspect } from "node:util";
import { InternalError, SamebitsError } from "../../src/values/errors.ts";
import { NONSENSE } from "./nonsense.ts";
import { isClosed, isOptions, isQuick } from "./options.ts";

/*
 * A function is called with nonsense: in every position at once, and in the place of each part of arguments that it takes. It may give
 * something, or fail by an error that names what is wrong. It may not fail otherwise, take seconds, or change what it was given.
 */

/** Told of each call that begins. */
type Watch = (call: string) => void;

export type AnyFunction = (...given: readonly unknown[]) => unknown;

/** Arguments that a function takes, made anew for each call. */
export type SoundArguments = () => readonly unknown[] | Promise<readonly unknown[]>;

const LONGEST_MS = 2000;

/** Positions of a function with optional ones, which its length does not count. */
const MOST_POSITIONS = 4;

/** How deep within a sound argument something is replaced. */
const DEEPEST = 5;

/** What went wrong, one line for each call: nothing, if all is well. */
export async function sweep(
  call: AnyFunction,
  sounds: readonly SoundArguments[],
  watch: Watch,
): Promise<readonly string[]> {
  const found: string[] = [];
  for (const [name, make] of Object.entries(NONSENSE)) {
    for (let count = 1; count <= Math.max(call.length, MOST_POSITIONS); count++) {
      const given = Array.from({ length: count }, make);
      found.push(...(await faultsOf({ call, watch }, given, `(${count} × ${name})`)));
    }
  }
  found.push(...(await faultsOf({ call, watch }, [], "()")));
  for (const sound of sounds) found.push(...(await sweepSound({ call, watch }, sound)));
  return found;
}

interface Subject {
  readonly call: AnyFunction;
  readonly watch: Watch;
}

async function sweepSound({ call, watch }: Subject, sound: SoundArguments): Promise<readonly string[]> {
  const found: string[] = [];
  const whole = await outcomeOf(call, await sound());
  if (whole.error !== undefined && !isAbort(whole.error))
    found.push(`sound arguments: ${textOf(whole.error)}`);
  for (const path of pathsOf(await sound())) {
    for (const [name, make] of Object.entries(NONSENSE)) {
      const given = replaced(await sound(), path, make()) as readonly unknown[];
      found.push(...(await faultsOf({ call, watch }, given, `([${path.join(".")}] = ${name})`)));
    }
  }
  for (const [position, value] of (await sound()).entries()) {
    if (!isOptions(value)) continue;
    const given = [...(await sound())];
    given[position] = { ...(value as object), noSuchName: 1 };
    const { error } = await outcomeOf(call, given);
    if (error === undefined || isAbort(error)) found.push(`([${position}].noSuchName = 1) was accepted`);
  }
  return found;
}

async function faultsOf(
  { call, watch }: Subject,
  given: readonly unknown[],
  shown: string,
): Promise<readonly string[]> {
  const before = given.map(fingerprint);
  watch(`${call.name} ${shown}`);
  const begun = performance.now();
  const { error } = await outcomeOf(call, given);
  const took = performance.now() - begun;
  const found: string[] = [];
  if (error !== undefined && !isTyped(error) && !isAbort(error)) found.push(`${shown}: ${textOf(error)}`);
  if (took > LONGEST_MS) found.push(`${shown} took ${Math.round(took)} ms`);
  if (given.some((value, position) => fingerprint(value) !== before[position]))
    found.push(`${shown} was changed`);
  return found;
}

function isTyped(error: unknown): boolean {
  return error instanceof SamebitsError && !(error instanceof InternalError);
}

/** A signal's reason, where sound arguments have one that rings. */
function isAbort(error: unknown): boolean {
  return error instanceof Error && error.name === "AbortError";
}

function textOf(error: unknown): string {
  return error instanceof Error
    ? `${error.name}: ${error.message.slice(0, 160)}`
    : `thrown: ${inspect(error)}`;
}

interface Outcome {
  readonly error?: unknown;
}

async function outcomeOf(call: AnyFunction, given: readonly unknown[]): Promise<Outcome> {
  try {
    await settled(within(isClass(call) ? Reflect.construct(call, given) : call(...given)));
    return {};
  } catch (error) {
    return { error: error ?? new Error("nothing was thrown") };
  }
}

/** Errors aside, which are made by us alone. */
function isClass(call: AnyFunction): boolean {
  return Function.prototype.toString.call(call).startsWith("class");
}

function within(value: unknown): unknown {
  if (!(value instanceof Promise)) return value;
  let timer: ReturnType<typeof setTimeout>;
  const late = new Promise((_, reject) => {
    timer = setTimeout(() => reject(new Error(`no answer within ${LONGEST_MS} ms`)), LONGEST_MS);
  });
  return Promise.race([value, late]).finally(() => clearTimeout(timer));
}

/** Begins what has only been prepared, and gives back what is held. */
async function settled(result: unknown): Promise<void> {
  const value = await result;
  if (typeof value !== "object" || value === null) return;
  const [next, stop, close, release] = METHODS.map((name) => methodOf(value, name));
  try {
    if (typeof next === "function") await within(next.call(value));
  } finally {
    if (typeof stop === "function") await stop.call(value);
    if (typeof close === "function") await close.call(value);
    if (typeof release === "function") await release.call(value);
  }
}

const METHODS = ["next", "return", "close", "release"];

/** Nodes refuse every name that they do not have. */
function methodOf(value: object, name: string): unknown {
  return name in value ? (value as Readonly<Record<string, unknown>>)[name] : undefined;
}

type Path = readonly (string | number)[];

/** The places within arguments: positions, and what plain objects and lists in them hold. */
function pathsOf(given: readonly unknown[]): readonly Path[] {
  const paths: Path[] = [];
  const visit = (value: unknown, path: Path): void => {
    if (path.length > 0 && !isQuick(value)) paths.push(path);
    if (path.length >= DEEPEST || !isPlain(value) || isClosed(value)) return;
    const keys = Array.isArray(value) ? [...value.keys()].filter((key) => key < 4) : Object.keys(value);
    for (const key of keys) visit((value as Record<string | number, unknown>)[key], [...path, key]);
  };
  visit(given, []);
  return paths;
}

function replaced(value: unknown, [key, ...rest]: Path, by: unknown): unknown {
  if (key === undefined) return by;
  const copy = (Array.isArray(value) ? [...value] : { ...(value as object) }) as Record<
    string | number,
    unknown
  >;
  copy[key] = replaced(copy[key], rest, by);
  return copy;
}

function isPlain(value: unknown): value is object {
  return typeof value === "object" && value !== null
    ? Array.isArray(value) || Object.getPrototypeOf(value) === Object.prototype
    : false;
}

/** Of what a function may not change: all but where it is asked to put its results. */
function fingerprint(value: unknown): string {
  const looked = isPlain(value) && !Array.isArray(value) ? { ...value, output: undefined } : value;
  return inspect(looked, { depth: 2, maxArrayLength: 8, breakLength: Number.POSITIVE_INFINITY });
}
