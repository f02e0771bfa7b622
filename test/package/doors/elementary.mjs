import { atan2, exp, hypot, log, pow, sin } from "samebits/elementary";

export function probe() {
  const array = Float64Array.from({ length: 12 }, (_, i) => ((i * 7919) % 10) + 0.1);
  return [
    [...exp(array)].map(String),
    [...log(Float32Array.from(array))].map(String),
    [sin(1e22), pow(2, 0.5), atan2(-1, -1), hypot(3, 4)].map(String),
  ];
}
