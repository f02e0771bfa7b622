import { checkObject } from "../../values/check-arguments.ts";
import { checkName } from "../../values/check-name.ts";
import { GROWTH_FORMS, type Growth } from "./fit-growth.ts";

/** Whether a program does asymptotically no more work than another. */
export interface WorkEfficiency {
  readonly isEfficient: boolean;
  readonly work: string; // forms
  readonly otherWork: string;
}

/** The verdict: a parallel program is work-efficient when its work is O of that of the best sequential program. Undefined where a form was not found. */
export function workEfficiency(work: Growth, other: Growth): WorkEfficiency | undefined {
  checkName("work.form", GROWTH_FORMS, checkObject("work", work).form);
  checkName("other.form", GROWTH_FORMS, checkObject("other", other).form);
  const [rank, otherRank] = [work, other].map(({ form }) => GROWTH_FORMS.indexOf(form));
  if (Math.max(rank, otherRank) === GROWTH_FORMS.length - 1) return undefined;
  return { isEfficient: rank <= otherRank, work: work.form, otherWork: other.form };
}
