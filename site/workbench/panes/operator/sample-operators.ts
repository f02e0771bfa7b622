// Operators to begin with: the first looks associative, and is not.

interface SampleOperator {
  readonly title: string;
  readonly text: string;
}

export const SAMPLE_OPERATORS: readonly SampleOperator[] = [
  {
    title: "addition that stays within ±100",
    text: `operator clamped-add (left: i32, right) =>
  let sum = left + right in
  if sum > 100 then 100 else if sum < -100 then -100 else sum`,
  },
  {
    title: "addition that stays at the largest",
    text: `operator saturating-add (left: u32, right) =>
  let sum = left + right in
  if sum < left then 0xffffffff else sum
identity 0`,
  },
  { title: "plus, of floats", text: "operator plus (left: f64, right) => left + right" },
  {
    title: "plus, of integers that wrap",
    text: "operator plus (left: u32, right) => left + right\nidentity 0",
  },
  {
    title: "where the largest stands",
    text: `operator argmax (left: { value: f32, index: u32 }, right) =>
  if left.value < right.value then right else left`,
  },
  {
    title: "maps x → ax + b, composed",
    text: `operator affine (left: { scale: u32, offset: u32 }, right) => {
  scale: left.scale * right.scale,
  offset: left.offset * right.scale + right.offset
}`,
  },
];
