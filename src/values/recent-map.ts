/**
 * A map that forgets what was not used lately: it has at least the last `most` entries that were, and twice as many at most.
 *
 * Two generations in place of a list of uses: what is found in the younger one costs no more than in a Map, and a full one becomes the older,
 * whose entries have until the next change to be asked for.
 */
export class RecentMap<Key, Value> {
  readonly #most: number;
  #younger = new Map<Key, Value>();
  #older = new Map<Key, Value>();

  constructor(most: number) {
    this.#most = most;
  }

  /** Entries that are held now. */
  get size(): number {
    return this.#younger.size + this.#older.size;
  }

  get(key: Key): Value | undefined {
    const found = this.#younger.get(key);
    if (found !== undefined) return found;
    const kept = this.#older.get(key);
    if (kept !== undefined) this.set(key, kept);
    return kept;
  }

  set(key: Key, value: Value): void {
    this.#older.delete(key);
    this.#younger.set(key, value);
    if (this.#younger.size < this.#most) return;
    this.#older = this.#younger;
    this.#younger = new Map();
  }

  /** The value of a key, made where there is none. */
  getOrMake(key: Key, make: () => Value): Value {
    const found = this.get(key);
    if (found !== undefined) return found;
    const fresh = make();
    this.set(key, fresh);
    return fresh;
  }
}
