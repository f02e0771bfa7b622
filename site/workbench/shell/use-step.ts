// How far a drawing is stepped, as a part of the link: "at step 3 it looks like this" is what a lecturer sends.
import { onBeforeUnmount, type Ref, ref, watch } from "vue";
import type { Session } from "./session.ts";

/** Milliseconds that a step stands before the link has it: a slider moves faster than a browser lets a page write its address. */
const PAUSE = 300;

interface Stepped {
  readonly step: Ref<number>; // infinite: the end, whatever it is
  readonly moveTo: (step: number) => void;
}

/** The step is kept as the option `key`. A new `question` goes to the end, unless the link that brought it says otherwise. */
export function useStep(session: Session, key: string, question: () => string): Stepped {
  const kept = (): string => session.state.options[key] ?? "";
  const ofText = (text: string): number => (/^\d+$/.test(text) ? Number(text) : Number.POSITIVE_INFINITY);
  const step = ref(ofText(kept()));
  let timer: ReturnType<typeof setTimeout> | undefined;
  const keep = (): void => {
    const text = Number.isFinite(step.value) ? String(step.value) : "";
    if (text !== kept()) session.update({ options: { ...session.state.options, [key]: text } });
  };
  const moveTo = (next: number): void => {
    step.value = next;
    clearTimeout(timer);
    timer = setTimeout(keep, PAUSE);
  };
  watch(
    () => [question(), kept()] as const,
    ([asked, text], [askedBefore, textBefore]) => {
      if (text !== textBefore) {
        clearTimeout(timer);
        step.value = ofText(text);
      } else if (asked !== askedBefore) moveTo(Number.POSITIVE_INFINITY);
    },
  );
  onBeforeUnmount(() => clearTimeout(timer));
  return { step, moveTo };
}
