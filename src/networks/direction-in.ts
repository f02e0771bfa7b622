import type { Network } from "./network.ts";

/** `directionOf` of a network that was looked at. */
export function directionIn({ steps }: Network): "forward" | "backward" {
  const isBackward = steps.every((step) => step.every(([source, destination]) => source > destination));
  return isBackward && steps.some((step) => step.length > 0) ? "backward" : "forward";
}
