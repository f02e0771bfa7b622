import { checkText } from "../values/check-arguments.ts";
import { FormatError, UnsupportedError } from "../values/errors.ts";
import { importOutsideBundle } from "../values/optional-packages.ts";

/** What the npm package `@resvg/resvg-js` exports, as far as it is used here. */
interface Resvg {
  readonly Resvg: new (
    svg: string,
    options: object,
  ) => {
    render(): { asPng(): Uint8Array };
    innerBBox(): object | undefined; // of what it draws
  };
}

/** Pixels of the picture for each of the drawing's: sharp on the screens of today. */
const ZOOM = 2;

/**
 * Draws SVG as a PNG file of twice its size, light, through the optional package `@resvg/resvg-js` and with the system's fonts.
 *
 * The bytes are the same for the same text, fonts and version of the package; the text of the SVG is what is the same everywhere.
 *
 * @throws InvalidArgumentError for what is no text, FormatError for a text that is no SVG, UnsupportedError where the package is not installed, or no font is
 */
export async function renderPng(svg: string): Promise<Uint8Array> {
  checkText("svg", svg);
  const { Resvg } = (await importOutsideBundle("@resvg/resvg-js", "PNG")) as Resvg;
  const options = { fitTo: { mode: "zoom", value: ZOOM }, font: { defaultFontFamily: "DejaVu Sans" } };
  if (new Resvg(ONE_WORD, options).innerBBox() === undefined) {
    throw new UnsupportedError(
      "PNG",
      "no font was found, and words would be missing",
      "install one (on Debian: apt-get install fonts-dejavu-core), or write an .svg file",
    );
  }
  try {
    return new Resvg(svg, options).render().asPng();
  } catch (cause) {
    throw new FormatError("svg", "an SVG that can be drawn", String(cause));
  }
}

const ONE_WORD = `<svg xmlns="http://www.w3.org/2000/svg" width="90" height="30"><text y="20" font-size="20">abc</text></svg>`;
