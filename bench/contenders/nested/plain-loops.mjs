// Nested programs as plain TypeScript loops, which nobody has to agree with in a last bit: sums are from left to right, exponentials the engine's.

/** @typedef {import("./operands.mjs").NestedInput} NestedInput */
/** @typedef {import("../../cases/nested-programs.mjs").NestedName} NestedName */
/** @typedef {(input: NestedInput) => unknown} PlainLoop */

/** @type {PlainLoop} */
function sparse({ n, columns: [vector], rows, floats }) {
  const result = floats(n);
  for (let row = 0; row < n; row++) {
    const { at, values } = rows[row];
    let sum = 0;
    for (let k = 0; k < at.length; k++) sum += values[k] * vector[at[k]];
    result[row] = sum;
  }
  return result;
}

/** Which centre each point is nearest to. @param {NestedInput} input */
export function nearestCentres({ columns: [cx, cy, px, py] }) {
  const nearest = new Uint32Array(px.length);
  for (let point = 0; point < px.length; point++) {
    let least = Number.POSITIVE_INFINITY;
    for (let centre = 0; centre < cx.length; centre++) {
      const [dx, dy] = [cx[centre] - px[point], cy[centre] - py[point]];
      const distance = dx * dx + dy * dy;
      if (distance < least) {
        least = distance;
        nearest[point] = centre;
      }
    }
  }
  return nearest;
}

/** @type {PlainLoop} */
function kMeans(input) {
  const [cx, , px, py] = input.columns;
  const nearest = nearestCentres(input);
  const [counts, xs, ys] = [input.floats(cx.length), input.floats(cx.length), input.floats(cx.length)];
  for (let point = 0; point < px.length; point++) {
    const centre = nearest[point];
    counts[centre] += 1;
    xs[centre] += px[point];
    ys[centre] += py[point];
  }
  return [xs.map((x, centre) => x / counts[centre]), ys.map((y, centre) => y / counts[centre])];
}

/** @type {PlainLoop} */
function softmax({ n, columns: [values], offsets, floats }) {
  const result = floats(values.length);
  for (let row = 0; row < n; row++) {
    const [start, end] = [offsets[row], offsets[row + 1]];
    let top = Number.NEGATIVE_INFINITY;
    for (let at = start; at < end; at++) if (values[at] > top) top = values[at];
    let total = 0;
    for (let at = start; at < end; at++) {
      result[at] = Math.exp(values[at] - top);
      total += result[at];
    }
    for (let at = start; at < end; at++) result[at] /= total;
  }
  return result;
}

const TURNS_OF_LIFE = 10;

/** @type {PlainLoop} */
function life({ n, flags }) {
  let board = flags;
  for (let turn = 0; turn < TURNS_OF_LIFE; turn++) {
    const next = new Uint8Array(board.length);
    for (let row = 0; row < n; row++) {
      const [above, here, below] = [((row + n - 1) % n) * n, row * n, ((row + 1) % n) * n];
      for (let column = 0; column < n; column++) {
        const [left, right] = [(column + n - 1) % n, (column + 1) % n];
        const around =
          board[above + left] + board[above + column] + board[above + right] + board[here + left];
        const alive =
          around + board[here + right] + board[below + left] + board[below + column] + board[below + right];
        next[here + column] = alive === 3 || (alive === 2 && board[here + column] === 1) ? 1 : 0;
      }
    }
    board = next;
  }
  return board;
}

const TURNS_OF_MANDELBROT = 100;

/** @type {PlainLoop} */
function mandelbrot({ n }) {
  const counts = new Int32Array(n * n);
  for (let row = 0; row < n; row++) {
    for (let column = 0; column < n; column++) {
      const [x, y] = [column / 50 - 2, row / 50 - 1];
      let [re, im, turn] = [x, y, 0];
      while (turn < TURNS_OF_MANDELBROT && re * re + im * im <= 4) {
        [re, im] = [re * re - im * im + x, 2 * re * im + y];
        turn++;
      }
      counts[row * n + column] = turn;
    }
  }
  return counts;
}

/** Of body `one` the pull of `other`, divided by the distances. @param {number} dx @param {number} dy @param {number} mass */
export function forceOf(dx, dy, mass) {
  const square = dx * dx + dy * dy;
  return square === 0 ? 0 : mass / (square * Math.sqrt(square));
}

/** @type {PlainLoop} */
function nBody({ n, columns: [xs, ys, masses], operands, floats }) {
  const time = Number(operands[1]);
  const [nextX, nextY] = [floats(n), floats(n)];
  for (let one = 0; one < n; one++) {
    let [u, v] = [0, 0];
    for (let other = 0; other < n; other++) {
      const [dx, dy] = [xs[other] - xs[one], ys[other] - ys[one]];
      const force = forceOf(dx, dy, masses[other]);
      u += force * dx;
      v += force * dy;
    }
    nextX[one] = xs[one] + time * (time * u);
    nextY[one] = ys[one] + time * (time * v);
  }
  return [nextX, nextY];
}

/** Which numbers are primes, as flags. @param {number} n */
export function primeFlags(n) {
  const flags = new Uint8Array(n).fill(1).fill(0, 0, 2);
  for (let p = 2; p * p < n; p++) {
    if (flags[p] === 1) for (let multiple = p * p; multiple < n; multiple += p) flags[multiple] = 0;
  }
  return flags;
}

/** @type {PlainLoop} */
function primes({ n }) {
  const found = [];
  const flags = primeFlags(n);
  for (let i = 0; i < n; i++) if (flags[i] === 1) found.push(i);
  return Uint32Array.from(found);
}

/** @type {PlainLoop} */
function collatz({ integers }) {
  return integers.map((x) => {
    let [y, turns] = [x, 0];
    // As i32: odd numbers wrap, and halves of negative ones truncate.
    for (; y > 1; turns++) y = y % 2 === 0 ? (y / 2) | 0 : (Math.imul(3, y) + 1) | 0;
    return turns;
  });
}

/** @type {Readonly<Record<NestedName, PlainLoop>>} */
export const PLAIN_LOOPS = {
  ...{ sparse, softmax, life, mandelbrot, primes, collatz },
  ...{ "k-means": kMeans, "n-body": nBody },
};
