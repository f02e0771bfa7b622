import { HISTOGRAM_RULES } from "./template-rules/histogram-rules.ts";
import { ORDER_RULES } from "./template-rules/order-rules.ts";
import { RECURRENCE_RULES } from "./template-rules/recurrence-rules.ts";
import { REDUCTION_RULES } from "./template-rules/reduction-rules.ts";
import { SEGMENT_RULES } from "./template-rules/segment-rules.ts";
import { SELECTION_RULES } from "./template-rules/selection-rules.ts";

/** How functions are prepared for columns that are yet to come. */
export const TEMPLATE_RULES = {
  ...SELECTION_RULES,
  ...ORDER_RULES,
  ...SEGMENT_RULES,
  ...HISTOGRAM_RULES,
  ...REDUCTION_RULES,
  ...RECURRENCE_RULES,
} as const;

export type TemplateName = keyof typeof TEMPLATE_RULES;
