/** One picture: panels side by side and below one another, with one legend for all of them. A label means the same mark in each. */
export interface Figure {
  readonly title: string;
  readonly description?: string; // for readers who do not see it; default: made of titles, axes and labels
  readonly panels: readonly Chart[];
  readonly columns?: number; // default 1
  readonly labels?: "direct" | "legend"; // default: "direct" at the ends of lines where that fits in one column, else a legend
  readonly notes?: readonly string[]; // below the panels
  readonly width?: number; // pixels; default 960
  readonly panelHeight?: number; // pixels of a panel's frame; default 360 for one panel, 180 for each of several
}

/** One frame: series over two axes. */
export interface Chart {
  readonly title: string;
  readonly description?: string; // where the chart is the whole figure
  readonly x: Axis;
  readonly y: Axis;
  readonly series: readonly Series[]; // each label once
  readonly rules?: readonly Rule[];
  readonly notes?: readonly string[]; // below the title
}

/** One axis of a chart: its name and unit, its scale and range. */
export interface Axis {
  readonly label: string;
  readonly unit?: string; // "ulp", "ns": printed behind the label
  readonly scale?: Scale; // default "linear"
  readonly isWhole?: true; // ticks stand at whole numbers only; default: where all values are whole
  readonly categories?: readonly string[]; // value i stands for category i; only with "linear"
  readonly from?: number; // the axis reaches at least down to here; default: the least value
  readonly to?: number; // and up to here
}

/** What is not positive has no place on a logarithmic axis; it is left out and counted below the panel's title. */
export type Scale = "linear" | "log2" | "log10";

/** `steps` hold a value up to the next x; `bars` stand on y = 0, side by side. */
export type Marks = "line" | "points" | "steps" | "bars";

/** Points under one name, drawn by one kind of mark. */
export interface Series {
  readonly label: string;
  readonly marks: Marks;
  readonly points: readonly Point[]; // in the order in which a line goes through them
}

/** A point by its numbers on the two axes. */
export type Point = readonly [x: number, y: number];

/** A thin line across the frame that others are compared with. */
export interface Rule {
  readonly y: number;
  readonly label: string;
}
