// The programs of examples/language, each with a definition and operands to begin with.
import argmax from "../../../../examples/language/argmax.sb?raw";
import filter from "../../../../examples/language/filter.sb?raw";
import histogram from "../../../../examples/language/histogram.sb?raw";
import increment from "../../../../examples/language/increment.sb?raw";
import kMeans from "../../../../examples/language/k-means.sb?raw";
import lineOfSight from "../../../../examples/language/line-of-sight.sb?raw";
import maximumSegmentSum from "../../../../examples/language/maximum-segment-sum.sb?raw";
import primes from "../../../../examples/language/primes.sb?raw";
import quicksort from "../../../../examples/language/quicksort.sb?raw";
import radixSort from "../../../../examples/language/radix-sort.sb?raw";
import reduction from "../../../../examples/language/reduction.sb?raw";
import scans from "../../../../examples/language/scans.sb?raw";
import segments from "../../../../examples/language/segments.sb?raw";
import sparse from "../../../../examples/language/sparse-matrix-vector.sb?raw";

interface SampleProgram {
  readonly title: string;
  readonly text: string;
  readonly entry: string;
  readonly input: string;
}

const SCANNED = "[3, 1, 4, 1, 5, 9, 2, 6]";

export const SAMPLE_PROGRAMS: readonly SampleProgram[] = [
  { title: "Scans, five ways", text: scans, entry: "hillis_steele", input: SCANNED },
  { title: "A reduction by contraction", text: reduction, entry: "red", input: "[1, 2, 3, 4]" },
  {
    title: "The largest sum of a segment",
    text: maximumSegmentSum,
    entry: "mss",
    input: "[1, -2, 3, 4, -1, 5, -6, 1]",
  },
  { title: "Line of sight", text: lineOfSight, entry: "visible", input: "[0.0, 1.0, 1.5, 4.0, 3.0, 7.0]" },
  { title: "A filter made of a scan", text: filter, entry: "by_scan", input: "[-1, 2, -3, 4, 5, -6]" },
  { title: "Where the largest stands", text: argmax, entry: "argmax", input: "[3, 9, 2, 9, 1]" },
  {
    title: "Radix sort",
    text: radixSort,
    entry: "radix_sort",
    input: "[5u32, 3u32, 0u32, 7u32, 2u32, 6u32, 1u32, 4u32]",
  },
  { title: "Quicksort", text: quicksort, entry: "quicksort", input: "[5, 3, 8, 1, 9, 2, 7, 3]" },
  { title: "Primes", text: primes, entry: "primes", input: "30i64" },
  { title: "Histograms", text: histogram, entry: "counts", input: "[0i64, 2i64, 2i64, 7i64, -1i64]" },
  {
    title: "Segmented scans",
    text: segments,
    entry: "lifted",
    input: "[true, false, true, false, false, true] [0, 1, 2, 3, 4, 5]",
  },
  {
    title: "A sparse matrix times a vector",
    text: sparse,
    entry: "multiply",
    input:
      "[true, false, true, true, false] [0i64, 2i64, 1i64, 0i64, 2i64] [2.0, 1.0, 3.0, 4.0, 5.0] [1.0, 10.0, 100.0]",
  },
  {
    title: "A step of k-means",
    text: kMeans,
    entry: "step",
    input: "[0.0, 10.0] [0.0, 0.0] [1.0, 2.0, 9.0, 12.0] [0.0, 1.0, 0.0, 3.0]",
  },
  { title: "One more for each", text: increment, entry: "inc_par", input: "[1, 2, 3]" },
];
