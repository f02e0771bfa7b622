// Proofs speak of programs whose thread j writes wire j. What sketches and published formulas give writes wire g(i, j), and is put in that form here.
import {
  add,
  all,
  COUNTER,
  compare,
  divide,
  integer,
  isSameTerm,
  modulo,
  multiply,
  partsOf,
  powerOfTwo,
  shiftLeft,
  shiftRight,
  subtract,
  THREAD,
  WIDTH,
} from "./build-terms.ts";
import {
  type IndexCondition,
  type IndexTerm,
  mapStatements,
  type NetworkProgram,
  type ProgramStatement,
} from "./network-program.ts";
import { substituteInCondition, substituteInTerm } from "./substitute.ts";

/**
 * The same networks by threads that write their own wire: where g = a + b·j, wire w is written by thread (w − a) / b, if that is a whole number from 0 on.
 * a is c + d·2^i, b a power of two or one times 2^i. Undefined where g is another term, or might reach below wire 0.
 */
export function ownerForm({ phases }: NetworkProgram): NetworkProgram | undefined {
  let isWhole = true;
  const owned = phases.map((phase) =>
    mapStatements(phase, (statement) => {
      const own = isSameTerm(statement.destination, THREAD) ? statement : ownedStatement(statement);
      isWhole &&= own !== undefined;
      return own ?? statement;
    }),
  );
  return isWhole ? { phases: owned } : undefined;
}

/** constant + power·2^i + thread·j + threadPower·j·2^i, with whole numbers. */
interface Form {
  readonly constant: number;
  readonly power: number;
  readonly thread: number;
  readonly threadPower: number;
}

const NOTHING: Form = { constant: 0, power: 0, thread: 0, threadPower: 0 };

function ownedStatement({ destination, guard, source }: ProgramStatement): ProgramStatement | undefined {
  const g = formOf(destination);
  const stride = g && strideOf(g);
  if (g === undefined || stride === undefined) return undefined;
  const { constant, power } = g;
  if (power < 0 || constant + power < 0) return undefined; // 2^i is at least 1: no wire below 0, and no thread from N on, is written
  const parts = partsOf(guard);
  const kept = parts.filter((part) => !isBelowWidth(part, destination));
  if (kept.length === parts.length) return undefined; // it may write beyond N, which here nobody would
  const from = termOf({ ...g, thread: 0, threadPower: 0 });
  const thread = stride.quotient(subtract(THREAD, from));
  const guards = [...ownsWire(g, stride), ...kept.map((part) => substituteInCondition(part, { j: thread }))];
  return {
    guard: all(guards),
    source: movedSource(source, g) ?? substituteInTerm(source, { j: thread }),
    destination: THREAD,
  };
}

/** b: `scale`, or `scale`·2^i. */
interface Stride {
  readonly scale: number;
  readonly hasPower: boolean;
  readonly term: IndexTerm;
  readonly quotient: (of: IndexTerm) => IndexTerm;
}

function strideOf({ thread, threadPower }: Form): Stride | undefined {
  const scale = thread + threadPower;
  const exponent = Math.log2(scale);
  if ((thread !== 0 && threadPower !== 0) || !Number.isInteger(exponent)) return undefined;
  if (threadPower === 0) {
    return { scale, hasPower: false, term: integer(scale), quotient: (of) => divide(of, integer(scale)) };
  }
  const places = add(COUNTER, integer(exponent));
  return { scale, hasPower: true, term: powerOfTwo(places), quotient: (of) => shiftRight(of, places) };
}

/** That wire j is a + b times a whole number from 0 on: its rest by b is that of a, and it lies beyond a − b. */
function ownsWire({ constant, power }: Form, { scale, hasPower, term }: Stride): readonly IndexCondition[] {
  const restPower = hasPower ? power % scale : power;
  const before = hasPower
    ? { ...NOTHING, constant, power: power - scale }
    : { ...NOTHING, constant: constant - scale, power };
  const isAlways = before.power <= 0 && before.constant + before.power < 0;
  const least = isAlways
    ? []
    : [compare(termOf({ ...before, constant: before.constant + 1 }), "lessOrEqual", THREAD)];
  if (scale === 1 && !hasPower) return least;
  const rest = hasPower
    ? compare(
        modulo(subtract(THREAD, integer(constant)), term),
        "equal",
        termOf({ ...NOTHING, power: restPower }),
      )
    : compare(modulo(subtract(THREAD, termOf({ ...NOTHING, constant, power })), term), "equal", integer(0));
  return [...least, rest];
}

/** f at thread (w − a) / b, where b divides what f has of j: f − q·g + q·w. */
function movedSource(source: IndexTerm, g: Form): IndexTerm | undefined {
  const f = formOf(source);
  if (f === undefined) return undefined;
  const times = g.thread === 0 ? f.threadPower / g.threadPower : f.thread / g.thread;
  const rest = sum(f, scaled(g, -times));
  const isWhole = Number.isInteger(times) && rest.thread === 0 && rest.threadPower === 0;
  return isWhole ? termOf({ ...rest, thread: times }) : undefined;
}

function isBelowWidth(part: IndexCondition, destination: IndexTerm): boolean {
  if (part.kind === "all" || part.comparison !== "less") return false;
  return isSameTerm(part.left, destination) && isSameTerm(part.right, WIDTH);
}

function formOf(term: IndexTerm): Form | undefined {
  if (term.kind === "integer") return { ...NOTHING, constant: term.value };
  if (isSameTerm(term, THREAD)) return { ...NOTHING, thread: 1 };
  if (term.kind !== "binary") return undefined;
  const left = formOf(term.left);
  if (left === undefined) return undefined;
  if (term.operation === "shiftLeft") return shifted(left, term.right);
  const right = formOf(term.right);
  if (right === undefined) return undefined;
  switch (term.operation) {
    case "add":
      return sum(left, right);
    case "subtract":
      return sum(left, scaled(right, -1));
    case "multiply":
      return product(left, right);
    default:
      return undefined;
  }
}

/** Times 2^(i + c), or 2^c. */
function shifted(form: Form, places: IndexTerm): Form | undefined {
  if (places.kind === "integer") return scaled(form, 2 ** places.value);
  if (isSameTerm(places, COUNTER)) return product(form, { ...NOTHING, power: 1 });
  const isSum = places.kind === "binary" && places.operation === "add" && isSameTerm(places.left, COUNTER);
  if (!isSum || places.right.kind !== "integer") return undefined;
  return product(form, { ...NOTHING, power: 2 ** places.right.value });
}

function sum(one: Form, other: Form): Form {
  return {
    constant: one.constant + other.constant,
    power: one.power + other.power,
    thread: one.thread + other.thread,
    threadPower: one.threadPower + other.threadPower,
  };
}

function scaled({ constant, power, thread, threadPower }: Form, by: number): Form {
  return { constant: constant * by, power: power * by, thread: thread * by, threadPower: threadPower * by };
}

/** Undefined where a square of j or of 2^i comes of it. */
function product(p: Form, q: Form): Form | undefined {
  const squares = [p.power * q.power, p.thread * q.thread, p.threadPower * q.threadPower];
  const cubes = [p.threadPower * (q.power || q.thread), q.threadPower * (p.power || p.thread)];
  if ([...squares, ...cubes].some((part) => part !== 0)) return undefined;
  return {
    constant: p.constant * q.constant,
    power: p.power * q.constant + p.constant * q.power,
    thread: p.thread * q.constant + p.constant * q.thread,
    threadPower:
      p.threadPower * q.constant + p.constant * q.threadPower + p.thread * q.power + p.power * q.thread,
  };
}

/** Only for forms without j·2^i. */
function termOf({ constant, power, thread }: Form): IndexTerm {
  const threads = multiply(integer(thread), THREAD);
  const size = Math.abs(power);
  const places = Math.log2(size);
  const powers = Number.isInteger(places)
    ? powerOfTwo(add(COUNTER, integer(places)))
    : shiftLeft(integer(size), COUNTER);
  if (power === 0) return add(threads, integer(constant));
  if (thread === 0) return power > 0 ? add(powers, integer(constant)) : subtract(integer(constant), powers);
  return add(power > 0 ? add(threads, powers) : subtract(threads, powers), integer(constant));
}
