import { defineComponent, onErrorCaptured, ref } from "vue";

/** Keeps an error of one pane from the rest of the page: says it, with a link that repeats it, and tries again when asked. */
export const PaneBoundary = defineComponent(
  (props: { link: string }, { slots }) => {
    const error = ref<unknown>();
    onErrorCaptured((caught) => {
      error.value = caught;
      return false;
    });
    return () =>
      error.value === undefined ? (
        slots.default?.()
      ) : (
        <div class="sb-fault" role="alert">
          <p>
            <strong>This pane has failed.</strong> That is a fault of the workbench, not of what you typed,
            which is kept.
          </p>
          <pre>
            {error.value instanceof Error
              ? `${error.value.name}: ${error.value.message}`
              : String(error.value)}
          </pre>
          <p>
            <a href={props.link}>A link that repeats it</a>{" "}
            <button
              type="button"
              onClick={() => {
                error.value = undefined;
              }}
            >
              Try again
            </button>
          </p>
        </div>
      );
  },
  { props: ["link"] },
);
