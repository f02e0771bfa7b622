/** Sizes of fonts, in pixels. */
export const FONT = { title: 17, panel: 13, text: 12, tick: 11 } as const;

/** Heights of a line of each, in pixels. */
export const LINE = { title: 22, panel: 18, text: 16, legend: 20 } as const;

/** Around everything, in pixels. */
export const MARGIN = 20;

/** Between panels, and between items of a legend, in pixels. */
export const GAP = 18;

/** The width of a series' sample in a legend, in pixels. */
export const SAMPLE = 26;
