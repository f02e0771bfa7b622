/**
 * The seed's listing of its subgroup-size-agnostic scan, line by line, for threads 0 … length · subgroup − 1. What it reads left of the first value is undefined.
 */
export function runSeedListing<Value>(
  input: readonly Value[],
  subgroup: number,
  combine: (left: Value, right: Value) => Value,
): readonly (Value | undefined)[] {
  const x: (Value | undefined)[] = [...input];
  const spineLength = input.length;
  const add = (left: Value | undefined, right: Value | undefined): Value | undefined =>
    left === undefined || right === undefined ? undefined : combine(left, right);
  const alignment = 1 << (Math.ceil(Math.log2(spineLength) / Math.log2(subgroup)) * Math.log2(subgroup));
  let iterationOffset = 0;
  let stride = 1;
  for (let j = subgroup; j <= alignment; j *= subgroup) {
    for (let thread = 0; thread < spineLength * subgroup; thread++) {
      const spineIndex = (thread + iterationOffset) * stride - iterationOffset;
      if (spineIndex >= spineLength || thread % subgroup === 0) continue;
      // One lane after the other is the inclusive scan of the subgroup, the first excepted, which keeps its value.
      x[spineIndex] = add(x[spineIndex - stride], x[spineIndex]);
    }
    if (j !== subgroup) {
      const reducedStride = j / stride;
      const before = [...x];
      for (let thread = 0; thread < spineLength * subgroup; thread++) {
        const fanoutIndex = thread + reducedStride;
        const isThere = fanoutIndex < spineLength;
        const isBehind = (fanoutIndex & (j - 1)) >= reducedStride;
        const isInside = ((fanoutIndex + 1) & (reducedStride - 1)) !== 0;
        if (isThere && isBehind && isInside) {
          x[fanoutIndex] = add(before[Math.floor(fanoutIndex / stride) * stride - 1], before[fanoutIndex]);
        }
      }
    } else iterationOffset++;
    stride *= subgroup;
  }
  return x;
}
