import type { Expression, NetworkExpression } from "../expressions/expression.ts";
import { networkExpression } from "../expressions/network-expression.ts";
import { prefixTrees, treeOf } from "../expressions/prefix-trees.ts";
import { printExpression } from "../expressions/print.ts";
import { checkFunction } from "../values/check-arguments.ts";
import type { StorageArray } from "../values/element-types.ts";
import type { SummedType } from "./float-type.ts";
import { type AskedSum, type GivenFunction, numbersIn, Questions } from "./questions.ts";
import { revealSum } from "./reveal-sum.ts";
import { checkRevealOptions, type RevealOptions } from "./reveal-tree.ts";
import type { Revealed } from "./revealed.ts";
import { canonicalTree, type RevealedTree, treesEqual } from "./revealed-tree.ts";
import type { TreeForm } from "./tree-form.ts";

/** A scan as it is asked: n prefix sums, in an array of any kind. */
export type PrefixSums<T extends SummedType = SummedType> = (
  input: StorageArray<T>,
) => ArrayLike<number> | Promise<ArrayLike<number>>;

/** What was found out about a scan. */
export interface RevealedScan {
  readonly type: SummedType;
  readonly n: number;
  readonly callCount: number;
  readonly prefixes: readonly Revealed[]; // prefix i holds elements 0 to i; their `callCount` is what was new for them
  readonly name: string | undefined; // of the expression whose prefixes these are, all of them
}

/**
 * The trees by which an inclusive scan adds each of its n prefixes, as `revealTree` finds them: one call tells something about all prefixes,
 * so that a scan that shares its partial sums is asked hardly more than its last prefix.
 *
 * At most n(n − 1)/2 + 140 calls where every prefix is a tree in an arithmetic of f64 or f32; memory for the answers of all.
 *
 * @throws InvalidArgumentError as `revealTree` does, and for an array that does not hold n numbers
 */
export async function revealScan<T extends SummedType = "f64">(
  scan: PrefixSums<T>,
  options: RevealOptions<T>,
): Promise<RevealedScan> {
  checkFunction("scan", scan, "from an array to its prefix sums");
  const { n, type, seed } = checkRevealOptions(options);
  const asked = new AskedScan(scan as unknown as GivenFunction, n, type);
  const prefixes: Revealed[] = new Array(n);
  // From the last on: its pivots are those of the others too.
  for (let length = n; length >= 1; length--) {
    // Short prefixes have their bits in several arithmetics: that of the last is tried first.
    const { [n - 1]: last } = prefixes;
    const likely = last?.kind === "tree" ? last.arithmetic : undefined;
    prefixes[length - 1] = await revealSum(asked.prefix(length), seed, likely);
  }
  return { type, n, callCount: asked.callCount, prefixes, name: nameOfScan(prefixes, n) };
}

interface Asked {
  readonly values: readonly number[];
  readonly answers: ArrayLike<number>;
}

class AskedScan {
  readonly #questions: Questions;
  readonly #n: number;
  readonly #type: SummedType;
  readonly #shared = new Map<string, Promise<Asked>>();

  constructor(scan: GivenFunction, n: number, type: SummedType) {
    this.#questions = new Questions("scan", scan, type);
    this.#n = n;
    this.#type = type;
  }

  get callCount(): number {
    return this.#questions.callCount;
  }

  /** One prefix, as a sum of its own. */
  prefix(length: number): AskedSum {
    const before = this.#questions.callCount;
    const padded = (values: readonly number[]): readonly number[] =>
      values.concat(new Array<number>(this.#n - length).fill(0));
    return {
      n: length,
      type: this.#type,
      callCount: () => this.#questions.callCount - before,
      ask: async (values) => (await this.#call(padded(values)))[length - 1],
      askShared: async (key, make) => {
        const { values, answers } = await this.#askOnce(key, make);
        return { values: values.slice(0, length), answer: answers[length - 1] };
      },
    };
  }

  #askOnce(key: string, make: (length: number) => readonly number[]): Promise<Asked> {
    const known = this.#shared.get(key);
    if (known !== undefined) return known;
    const values = make(this.#n);
    const asked = this.#call(values).then((answers) => ({ values, answers }));
    this.#shared.set(key, asked);
    return asked;
  }

  async #call(values: readonly number[]): Promise<ArrayLike<number>> {
    const answer = await this.#questions.call(values);
    const numbers = numbersIn(answer, this.#n);
    if (typeof numbers !== "string") return numbers;
    throw this.#questions.error(`a function that gives ${this.#n} numbers`, numbers);
  }
}

/** An expression that one prefix is named by, or a scan network, and that has the trees of all. */
function nameOfScan(prefixes: readonly Revealed[], n: number): string | undefined {
  const trees: RevealedTree[] = [];
  const forms = new Map<string, Expression>();
  for (const revealed of prefixes) {
    if (revealed.kind !== "tree") return undefined;
    trees.push(revealed.tree);
    const expression = expressionOf(revealed.form);
    if (expression !== undefined) forms.set(printExpression(expression), expression);
  }
  for (const [name, expression] of forms) {
    const theirs = prefixTrees(expression, n);
    if (trees.every((tree, i) => treesEqual(tree, canonicalTree(theirs[i] as RevealedTree)))) return name;
  }
  for (const network of networks(n)) {
    const treeAt = (i: number): RevealedTree => canonicalTree(treeOf(network, i + 1) as RevealedTree);
    if (trees.every((tree, i) => treesEqual(tree, treeAt(i)))) return printExpression(network);
  }
  return undefined;
}

const NETWORKS = [
  ...["serial", "brent-kung", "kogge-stone", "ladner-fischer", "recursive-ladner-fischer"],
  ...["han-carlson", "up-down-sweep"],
];

/** Networks that have a name of their own. Only a scan shows them: the sum of a whole block is a tree that others have too. */
function* networks(n: number): Generator<NetworkExpression> {
  for (let width = 4; width < 2 * n && width <= 256; width *= 2) {
    for (const generator of NETWORKS) yield networkExpression(generator, width);
  }
}

function expressionOf(form: TreeForm | undefined): Expression | undefined {
  return form?.kind === "expression" ? form.expression : undefined;
}
