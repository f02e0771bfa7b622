import type { VNode } from "vue";

/** That an answer is being made, with the button that stops it. */
export function runningText(
  { isRunning, stop }: { readonly isRunning: boolean; readonly stop: () => void },
  words: string,
): VNode | undefined {
  if (!isRunning) return undefined;
  return (
    <p role="status" class="sb-running">
      {words} …{" "}
      <button type="button" onClick={stop}>
        Stop
      </button>
    </p>
  ) as VNode;
}
