// The kernels of an operator beside its text: a line that is pointed at lights what it is made of, and the other way round.
import { defineComponent, nextTick, ref, watch } from "vue";
import type { Kernel } from "../../compute/kernels-task.ts";
import { choice } from "../../shell/controls.tsx";
import { CopyButton } from "../../shell/copy-button.tsx";
import { faultText } from "../../shell/fault-text.tsx";

interface ViewProps {
  readonly kernels: readonly Kernel[];
  readonly shown: string; // a kernel's name; any other is the first
  readonly lit: readonly number[]; // steps
  readonly choose: (name: string) => void;
  readonly light: (steps: readonly number[]) => void;
}

export const KernelView = defineComponent(
  (props: ViewProps) => {
    const box = ref<HTMLElement>();
    const isHere = ref(false); // the pointer: who reads a listing is not scrolled away from it
    const current = (): Kernel => props.kernels.find(({ name }) => name === props.shown) ?? props.kernels[0];
    watch(
      () => [props.lit, props.shown, props.kernels] as const,
      async () => {
        await nextTick();
        if (!isHere.value) showFirstLit(box.value);
      },
      { immediate: true },
    );
    return () => {
      const { name, about, lines, fault } = current();
      return (
        <section aria-label="Kernels" class="sb-kernels">
          <div class="sb-controls">
            {choice(
              "sb-kernel",
              "Kernel as",
              name,
              props.kernels.map((each) => each.name),
              props.choose,
            )}
            <CopyButton label={`Copy the ${name}`} text={lines.map(({ text }) => text).join("\n")} />
          </div>
          <p class="sb-soft">{about}</p>
          {faultText(fault)}
          <section
            ref={box}
            class="sb-scroll sb-tall sb-listing sb-kernel"
            tabindex={0}
            aria-label={`${name} of this operator`}
            onPointerenter={() => {
              isHere.value = true;
            }}
            onPointerleave={() => {
              isHere.value = false;
            }}
          >
            {lines.map(({ text, step }) => (
              <div
                class={step !== undefined && props.lit.includes(step) ? "sb-lit-line" : undefined}
                data-step={step}
                onPointerover={() => step !== undefined && props.light([step])}
              >
                {text === "" ? " " : text}
              </div>
            ))}
          </section>
        </section>
      );
    };
  },
  { props: ["kernels", "shown", "lit", "choose", "light"] },
);

/** Scrolls the box alone: the page stays where its reader is. */
function showFirstLit(box: HTMLElement | undefined): void {
  const line =
    box?.querySelector<HTMLElement>(".sb-lit-line") ?? box?.querySelector<HTMLElement>("[data-step]");
  if (box === undefined || line == null) return;
  const top = line.offsetTop - box.offsetTop;
  if (top < box.scrollTop || top > box.scrollTop + box.clientHeight - 40) {
    box.scrollTop = top - box.clientHeight / 3;
  }
}
