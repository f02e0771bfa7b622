import { filter, histogram, mean, quantile, sort, variance } from "samebits/algorithms";

export function probe() {
  const elements = Float64Array.from({ length: 1000 }, (_, i) => (i * 7919) % 1000);
  const few = filter(elements, (value) => value < 4);
  return [
    [...few],
    [...sort(few)],
    [...histogram(elements, { binCount: 4, range: [0, 1000] }).counts].map(String),
    [mean(elements), variance(elements), ...quantile(elements, [0.25, 0.5], { method: 6 })].map(String),
  ];
}
