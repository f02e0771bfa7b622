const bits = new DataView(new ArrayBuffer(4));

/** The f32 next to a number that is not 0, toward 0. */
function nextTowardZero(value: number): number {
  bits.setFloat32(0, value);
  bits.setUint32(0, bits.getUint32(0) - 1);
  return bits.getFloat32(0);
}

/** The sum of two f32, cut off: the double nearest to it and what that is off by say which way the nearest f32 lies. */
function addTowardZero(left: number, right: number): number {
  const sum = left + right;
  const added = sum - left;
  const error = left - (sum - added) + (right - added);
  const nearest = Math.fround(sum);
  const rest = sum - nearest || error;
  return rest !== 0 && rest < 0 === nearest > 0 ? nextTowardZero(nearest) : nearest;
}

/** A left fold as a processor adds f32 that is told to round toward zero. */
export function towardZero(input: Float32Array): number {
  return input.reduce(addTowardZero);
}
