/** A theme's colours. `series` are told apart by readers with any colour vision, and stand out from `paper` by 3 : 1; text by more. */
export interface Theme {
  readonly paper: string;
  readonly ink: string;
  readonly soft: string; // ticks and notes
  readonly rule: string; // the grid
  readonly series: readonly string[];
}

/**
 * Found by a search over OKLCH for the greatest least distance between any two, as seen with full colour vision and without each of the
 * three cones (Machado, Oliveira, Fernandes 2009): 0.10 of OKLab or more. The tests measure it again.
 */
export const LIGHT: Theme = {
  paper: "#ffffff",
  ink: "#1f2328",
  soft: "#59636e",
  rule: "#dfe3e8",
  series: ["#1c4f82", "#ac4a05", "#047a5f", "#d049f1", "#9f8d24", "#8d10d0", "#109b98", "#812627"],
};

export const DARK: Theme = {
  paper: "#0d1117",
  ink: "#e6edf3",
  soft: "#9ea7b3",
  rule: "#2d333b",
  series: ["#91adf0", "#f98c42", "#03d8a9", "#c169ac", "#f1d812", "#9771f9", "#4af1fd", "#e1595c"],
};

/** Rules for the classes of a figure, with as many colours of series as it has: light, and dark where the reader prefers that. */
export function styleSheet(seriesCount: number): string {
  return `<style>${rules(LIGHT, seriesCount)}@media(prefers-color-scheme:dark){${rules(DARK, seriesCount)}}</style>`;
}

/** The class of the n-th series of a figure. Where colours run out they come again, with other marks. */
export function seriesClass(index: number): string {
  return `sb-${index % LIGHT.series.length}`;
}

// One colour for a class: shapes take it as `currentColor`, for strokes and for areas.
function rules({ paper, ink, soft, rule, series }: Theme, seriesCount: number): string {
  const named = { paper, ink, soft, rule };
  const fixed = Object.entries(named).map(([name, colour]) => `.sb-${name}{color:${colour}}`);
  const own = series.slice(0, seriesCount).map((colour, i) => `.sb-${i}{color:${colour}}`);
  return [...fixed, ...own, `.sb-hollow{fill:${paper}}`, rim(paper)].join("");
}

function rim(paper: string): string {
  return `.sb-rim{stroke:${paper};stroke-width:4px;stroke-linejoin:round;paint-order:stroke}`;
}
