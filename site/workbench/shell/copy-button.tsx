import { defineComponent, ref } from "vue";

/** Copies a text; says so, or shows the text where the browser does not let a page copy. */
export const CopyButton = defineComponent(
  (props: { label: string; text: string }) => {
    const state = ref<"idle" | "copied" | "refused">("idle");
    const copy = async (): Promise<void> => {
      try {
        await navigator.clipboard.writeText(props.text);
        state.value = "copied";
      } catch {
        state.value = "refused";
      }
      setTimeout(() => {
        if (state.value === "copied") state.value = "idle";
      }, 2_000);
    };
    return () => (
      <span class="sb-copy">
        <button type="button" onClick={copy}>
          {props.label}
        </button>
        <span role="status">{state.value === "copied" ? "copied" : ""}</span>
        {state.value === "refused" ? (
          <textarea readonly rows={3} aria-label={`${props.label}: select and copy`} value={props.text} />
        ) : undefined}
      </span>
    );
  },
  { props: ["label", "text"] },
);
