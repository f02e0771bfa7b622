import { defineComponent, mergeProps, ref } from "vue";
import { savePicture } from "./save-picture.ts";
import { useZoom, ZOOM_STEP } from "./use-zoom.ts";

interface FrameProps {
  readonly caption: string;
  readonly file: string;
  readonly pick?: (part: number) => void; // of what carries a number as data-pick, clicked
  readonly isHovered?: boolean; // pointing at a part picks it
  readonly keys?: (event: KeyboardEvent) => void; // of a drawing that is walked by arrow keys
}

/** A drawing with its caption, in a box that scrolls where it is wider than the page, and buttons to make it larger and to save it. */
export const PictureFrame = defineComponent(
  (props: FrameProps, { slots }) => {
    const box = ref<HTMLElement>();
    const { factor, by, hasDragged, listeners } = useZoom(box);
    const save = (form: "svg" | "png"): void => {
      const drawing = box.value?.querySelector("svg");
      if (drawing) savePicture(drawing, props.file, form);
    };
    const pick = (event: Event): void => {
      const part = (event.target as Element).closest("[data-pick]")?.getAttribute("data-pick");
      if (part) props.pick?.(Number(part));
    };
    return () => (
      <figure class="sb-figure">
        <figcaption>{props.caption}</figcaption>
        <section
          class="sb-scroll"
          ref={box}
          tabindex={0}
          aria-label={props.caption}
          {...mergeProps(listeners, {
            onKeydown: (event: KeyboardEvent) => props.keys?.(event),
            onClick: (event: MouseEvent) => {
              if (!hasDragged()) pick(event);
            },
          })}
          onPointerover={(event) => {
            if (props.isHovered === true && event.pointerType === "mouse") pick(event);
          }}
        >
          {slots.default?.()}
        </section>
        <p class="sb-save">
          <button
            type="button"
            aria-label={`Make ${props.caption} smaller`}
            disabled={factor.value === 1}
            onClick={() => by(1 / ZOOM_STEP)}
          >
            −
          </button>
          <button type="button" aria-label={`Make ${props.caption} larger`} onClick={() => by(ZOOM_STEP)}>
            +
          </button>
          <button type="button" aria-label={`Save ${props.caption} as SVG`} onClick={() => save("svg")}>
            SVG
          </button>
          <button type="button" aria-label={`Save ${props.caption} as PNG`} onClick={() => save("png")}>
            PNG
          </button>
        </p>
      </figure>
    );
  },
  { props: ["caption", "file", "keys", "pick", "isHovered"] },
);
