import { filter, histogram, sort } from "samebits/algorithms";

export function probe() {
  const elements = Float64Array.from({ length: 1000 }, (_, i) => (i * 7919) % 1000);
  const few = filter(elements, (value) => value < 4);
  return [
    [...few],
    [...sort(few)],
    [...histogram(elements, { binCount: 4, range: [0, 1000] }).counts].map(String),
  ];
}
