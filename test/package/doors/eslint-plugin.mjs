import { rules } from "samebits/eslint-plugin";

export function probe() {
  return Object.keys(rules);
}
