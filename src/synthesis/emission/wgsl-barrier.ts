/** Where all invocations meet; of two copies, after each has written its value to the one that was not read from. */
export function barrierLines(copies: 1 | 2): readonly string[] {
  return copies === 1
    ? ["workgroupBarrier();"]
    : ["current = 1 - current;", "a[current][j] = value;", "workgroupBarrier();"];
}
