import { computed, defineComponent } from "vue";
import { saveFile, savePngOf } from "./save-picture.ts";

/** A chart that the library has drawn, or a tall picture in a box that scrolls, as an image of its own: its styles touch nothing else, and follow the page's light and dark. */
export const ChartFrame = defineComponent(
  (props: { caption: string; file: string; svg: string; isTall?: boolean }) => {
    const address = computed(() => `data:image/svg+xml,${encodeURIComponent(props.svg)}`);
    const file = (): Blob => new Blob([props.svg], { type: "image/svg+xml" });
    return () => (
      <figure class="sb-figure">
        <section
          class={["sb-scroll", props.isTall === true ? "sb-tall" : ""]}
          tabindex={0}
          aria-label={props.caption}
        >
          <img
            class={props.isTall === true ? "sb-natural" : "sb-chart"}
            src={address.value}
            alt={props.caption}
          />
        </section>
        <p class="sb-save">
          <button
            type="button"
            aria-label={`Save ${props.caption} as SVG`}
            onClick={() => saveFile(file(), `${props.file}.svg`)}
          >
            SVG
          </button>
          <button
            type="button"
            aria-label={`Save ${props.caption} as PNG`}
            onClick={() => savePngOf(file(), `${props.file}.png`)}
          >
            PNG
          </button>
        </p>
      </figure>
    );
  },
  { props: ["caption", "file", "svg", "isTall"] },
);
