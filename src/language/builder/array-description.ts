/** The type of an array, as `arrayOf` describes it. */
export class ArrayDescription<Element = unknown> {
  readonly element: Element;
  readonly size: string | number | undefined;

  constructor(element: Element, size: string | number | undefined) {
    this.element = element;
    this.size = size;
  }
}
