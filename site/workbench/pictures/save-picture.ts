// A picture of the page as a file: an SVG that carries its styles with it, or a PNG of it at twice its size.

/** Properties that a drawing's look depends on. */
const PROPERTIES = [
  "fill",
  "fill-opacity",
  "stroke",
  "stroke-width",
  "stroke-dasharray",
  "stroke-linejoin",
  "paint-order",
  "opacity",
  "font-family",
  "font-size",
  "font-weight",
  "text-anchor",
] as const;

/** The text of an SVG file. */
function svgTextOf(drawing: SVGSVGElement): string {
  const copy = drawing.cloneNode(true) as SVGSVGElement;
  const [from, to] = [drawing, copy].map((root) => [root, ...root.querySelectorAll("*")]);
  from.forEach((element, index) => {
    const style = getComputedStyle(element);
    const kept = PROPERTIES.map((name) => `${name}:${style.getPropertyValue(name)}`).join(";");
    to[index].setAttribute("style", kept);
    to[index].removeAttribute("class");
  });
  const { width, height } = drawing.viewBox.baseVal;
  copy.setAttribute("xmlns", "http://www.w3.org/2000/svg");
  copy.setAttribute("width", String(width));
  copy.setAttribute("height", String(height));
  const paper = document.createElementNS("http://www.w3.org/2000/svg", "rect");
  paper.setAttribute("width", "100%");
  paper.setAttribute("height", "100%");
  paper.setAttribute("fill", paperOf(drawing));
  copy.insertBefore(paper, copy.firstChild);
  return new XMLSerializer().serializeToString(copy);
}

function paperOf(element: Element): string {
  for (let at: Element | null = element; at !== null; at = at.parentElement) {
    const colour = getComputedStyle(at).backgroundColor;
    if (colour !== "rgba(0, 0, 0, 0)" && colour !== "transparent") return colour;
  }
  return "#ffffff";
}

export async function savePicture(drawing: SVGSVGElement, name: string, form: "svg" | "png"): Promise<void> {
  const svg = new Blob([svgTextOf(drawing)], { type: "image/svg+xml" });
  if (form === "svg") saveFile(svg, `${name}.svg`);
  else await savePngOf(svg, `${name}.png`);
}

/** Hands a file to the browser's downloads. */
export function saveFile(file: Blob, name: string): void {
  const address = URL.createObjectURL(file);
  const link = document.createElement("a");
  link.href = address;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}

export async function savePngOf(svg: Blob, name: string): Promise<void> {
  saveFile(await pngOf(svg), name);
}

const SCALE = 2;

async function pngOf(svg: Blob): Promise<Blob> {
  const address = URL.createObjectURL(svg);
  try {
    const image = new Image();
    image.src = address;
    await image.decode();
    const canvas = document.createElement("canvas");
    canvas.width = Math.ceil(image.naturalWidth * SCALE);
    canvas.height = Math.ceil(image.naturalHeight * SCALE);
    canvas.getContext("2d")?.drawImage(image, 0, 0, canvas.width, canvas.height);
    return await new Promise((resolve, reject) => {
      canvas.toBlob((blob) => {
        if (blob === null) reject(new Error("the browser made no PNG of this picture"));
        else resolve(blob);
      }, "image/png");
    });
  } finally {
    URL.revokeObjectURL(address);
  }
}
