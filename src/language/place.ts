/** Where a term begins in its text: an offset; −1 for a term that a builder made. */
export type Place = number;
