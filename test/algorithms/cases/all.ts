import type { OracleCase } from "../oracle-case.ts";
import { byKeyCases } from "./by-key.ts";
import { histogramCases } from "./histograms.ts";
import { joinCases } from "./joins.ts";
import { liftedSegmentCases } from "./lifted-segments.ts";
import { namedCases } from "./named.ts";
import { orderCases } from "./order.ts";
import { recurrenceCases } from "./recurrences.ts";
import { reductionCases } from "./reductions.ts";
import { segmentConversionCases } from "./segment-conversions.ts";
import { segmentCases } from "./segments.ts";
import { selectionCases } from "./selection.ts";
import { statisticsCases } from "./statistics.ts";

/** The rows of all rooms. */
export const ALL_CASES: readonly OracleCase[] = [
  ...namedCases,
  ...selectionCases,
  ...orderCases,
  ...segmentConversionCases,
  ...segmentCases,
  ...liftedSegmentCases,
  ...byKeyCases,
  ...joinCases,
  ...histogramCases,
  ...reductionCases,
  ...statisticsCases,
  ...recurrenceCases,
];
