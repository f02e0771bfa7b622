// Sums as people and libraries write them, as texts: what is shown is what runs.

interface SampleSum {
  readonly title: string;
  readonly code: string;
}

export const SAMPLE_SUMS: readonly SampleSum[] = [
  {
    title: "Array.reduce",
    code: "(input) => input.reduce((sum, value) => sum + value, 0)",
  },
  {
    title: "four at a time, as libstdc++'s std::reduce",
    code: `(input) => {
  let [sum, i] = [0, 0];
  for (; i + 4 <= input.length; i += 4)
    sum += input[i] + input[i + 1] + (input[i + 2] + input[i + 3]);
  for (; i < input.length; i++) sum += input[i];
  return sum;
}`,
  },
  {
    title: "eight lanes, as NumPy's sum",
    code: `(input) => {
  if (input.length < 8) return input.reduce((sum, value) => sum + value, 0);
  const lane = Array.from(input.slice(0, 8));
  let i = 8;
  for (; i + 8 <= input.length; i += 8)
    for (let k = 0; k < 8; k++) lane[k] += input[i + k];
  let sum = lane[0] + lane[1] + (lane[2] + lane[3])
    + (lane[4] + lane[5] + (lane[6] + lane[7]));
  for (; i < input.length; i++) sum += input[i];
  return sum;
}`,
  },
  {
    title: "halves, by recursion",
    code: `function sum(input) {
  if (input.length === 1) return input[0];
  const middle = input.length >> 1;
  return sum(input.subarray(0, middle)) + sum(input.subarray(middle));
}`,
  },
  {
    title: "from the end",
    code: "(input) => input.reduceRight((sum, value) => sum + value)",
  },
  {
    title: "Kahan's loop",
    code: `(input) => {
  let [sum, lost] = [0, 0];
  for (const value of input) {
    const term = value - lost;
    const next = sum + term;
    lost = next - sum - term;
    sum = next;
  }
  return sum;
}`,
  },
];
