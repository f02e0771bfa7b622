// A heap whose order is total, so that a search finds the same program on every machine.
/** Things in the order of their keys, least first; equal ones in the order in which they came. */
export class CandidateQueue<Item> {
  readonly #heap: { readonly item: Item; readonly key: number; readonly turn: number }[] = [];
  #turn = 0;

  push(item: Item, key: number): void {
    const entry = { item, key, turn: this.#turn++ };
    let at = this.#heap.length;
    this.#heap.push(entry);
    while (at > 0) {
      const parent = (at - 1) >> 1;
      if (!this.#isBefore(at, parent)) break;
      this.#swap(at, parent);
      at = parent;
    }
  }

  pop(): Item | undefined {
    const first = this.#heap[0];
    const last = this.#heap.pop();
    if (last === undefined || first === undefined) return undefined;
    if (this.#heap.length > 0) {
      this.#heap[0] = last;
      this.#sink();
    }
    return first.item;
  }

  #sink(): void {
    let at = 0;
    for (;;) {
      const children = [2 * at + 1, 2 * at + 2].filter((child) => child < this.#heap.length);
      const least = children.reduce((best, child) => (this.#isBefore(child, best) ? child : best), at);
      if (least === at) return;
      this.#swap(at, least);
      at = least;
    }
  }

  #isBefore(one: number, other: number): boolean {
    const left = this.#heap[one];
    const right = this.#heap[other];
    return left.key === right.key ? left.turn < right.turn : left.key < right.key;
  }

  #swap(one: number, other: number): void {
    [this.#heap[one], this.#heap[other]] = [this.#heap[other], this.#heap[one]];
  }
}
