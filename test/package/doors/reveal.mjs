import { revealTree } from "samebits/reveal";

export async function probe() {
  const revealed = await revealTree((input) => input.reduce((sum, value) => sum + value), { n: 8 });
  return [revealed.kind, revealed.kind === "tree" ? revealed.name : undefined];
}
