import {
  type Code,
  get,
  i32,
  i32Const,
  type Local,
  select,
  set,
  whileLoop,
} from "../../../codegen/wasm/code.ts";

/*
 * Addresses and counters of a kernel, and the loops that go by them.
 */

/** `address + constant`. */
export function offsetBy(address: Code, bytes: number): Code {
  return bytes === 0 ? address : i32("add", address, i32Const(bytes));
}

/** `local += amount`. */
export function increase(local: Local, amount: Code): Code {
  return set(local, i32("add", get(local), amount));
}

/** `local += constant`. */
export function increaseBy(local: Local, constant: number): Code {
  return set(local, offsetBy(get(local), constant));
}

/** `local -= amount`. */
export function decrease(local: Local, amount: Code): Code {
  return set(local, i32("subtract", get(local), amount));
}

/** `local -= 1`. */
export function decrement(local: Local): Code {
  return decrease(local, i32Const(1));
}

/** The smaller of two codes that may be evaluated twice. */
export function smaller(first: Code, second: Code): Code {
  return select(first, second, i32("less", first, second));
}

/** `body` for as many elements as `length` says, which it uses up. */
export function forEach(length: Local, body: Code): Code {
  return whileLoop(get(length), [body, decrement(length)]);
}

/** `round` for each `size` elements, then `single` for each of the rest; uses `length` up. */
export function inRounds(length: Local, size: number, round: Code, single: Code): Code {
  const whole = whileLoop(i32("less", i32Const(size - 1), get(length)), [
    round,
    decrease(length, i32Const(size)),
  ]);
  return [whole, forEach(length, single)];
}
