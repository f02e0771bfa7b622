// A drawing is made larger in its box, which scrolls: panning is the browser's own scrolling, by touch, wheel, bars and keys, and dragging moves the same.
import { onUpdated, type Ref, ref } from "vue";

const STEP = 1.5;
const MOST = 12;

/** Pixels that a pointer moves before it drags, and does not click. */
const SLACK = 4;

interface Zoom {
  readonly factor: Ref<number>;
  /** Larger or smaller about a point of the box, its middle unless said. */
  readonly by: (change: number, x?: number, y?: number) => void;
  readonly hasDragged: () => boolean; // the last press of the pointer: its end is no click
  readonly listeners: Readonly<Record<string, (event: never) => void>>;
}

export function useZoom(box: Ref<HTMLElement | undefined>): Zoom {
  const factor = ref(1);
  let hasDragged = false;
  let dragged: { readonly x: number; readonly y: number; isMoving: boolean } | undefined;

  const resize = (): void => {
    const drawing = box.value?.querySelector("svg");
    if (drawing == null) return;
    const { width } = drawing.viewBox.baseVal;
    drawing.style.width = factor.value === 1 ? "" : `${width * factor.value}px`;
    drawing.style.height = factor.value === 1 ? "" : "auto";
  };
  onUpdated(resize);

  const by = (change: number, x?: number, y?: number): void => {
    const element = box.value;
    if (element === undefined) return;
    const next = Math.min(MOST, Math.max(1, factor.value * change));
    const grown = next / factor.value;
    const [atX, atY] = [x ?? element.clientWidth / 2, y ?? element.clientHeight / 2];
    const [left, top] = [element.scrollLeft, element.scrollTop];
    factor.value = next;
    element.classList.toggle("sb-zoomed", next > 1); // before it is scrolled, which needs its new height
    resize();
    element.scrollTo((left + atX) * grown - atX, (top + atY) * grown - atY);
  };

  const wheel = (event: WheelEvent): void => {
    if (!event.ctrlKey && !event.metaKey) return; // a page is scrolled across
    event.preventDefault();
    const { left, top } = (event.currentTarget as Element).getBoundingClientRect();
    by(2 ** (-event.deltaY / 200), event.clientX - left, event.clientY - top);
  };
  const key = (event: KeyboardEvent): void => {
    const change = { "+": STEP, "=": STEP, "-": 1 / STEP, "0": 1 / MOST }[event.key];
    if (change === undefined || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    by(change);
  };
  const press = (event: PointerEvent): void => {
    if (event.pointerType === "mouse" && event.button === 0) {
      dragged = { x: event.clientX, y: event.clientY, isMoving: false };
    }
  };
  const move = (event: PointerEvent): void => {
    if (dragged === undefined || event.buttons === 0) return;
    const isFar = Math.hypot(event.clientX - dragged.x, event.clientY - dragged.y) > SLACK;
    if (!dragged.isMoving && !isFar) return;
    dragged.isMoving = true;
    box.value?.scrollBy(-event.movementX, -event.movementY);
  };
  const release = (): void => {
    hasDragged = dragged?.isMoving === true;
    dragged = undefined;
  };
  const listeners = {
    onWheel: wheel,
    onKeydown: key,
    onPointerdown: press,
    onPointermove: move,
    onPointerup: release,
    onPointerleave: release,
  };
  return { factor, by, hasDragged: () => hasDragged, listeners };
}

/** How much a button zooms. */
export const ZOOM_STEP = STEP;
