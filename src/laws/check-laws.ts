import { type AnyOperator, checkOwnOperator } from "../operators/operator.ts";
import { describe } from "../values/describe.ts";
import { InvalidArgumentError } from "../values/errors.ts";
import { inquire } from "./check-law.ts";
import { beginInquiry } from "./decide.ts";
import { checkLawOptions, type LawOptions } from "./law-options.ts";
import type { Law } from "./question.ts";
import { lawsThatApply } from "./question-of.ts";
import { ownVerdict, type Verdict } from "./verdict.ts";

export interface LawsOptions extends LawOptions {
  readonly laws?: readonly Law[] | undefined; // default: all that can be asked
}

/**
 * What is known of every law that can be asked of an operator: about an identity or a carrier only where one is given or claimed.
 *
 * @throws InvalidArgumentError as `checkLaw` does
 */
export async function checkLaws(
  operator: AnyOperator,
  options: LawsOptions = {},
): Promise<readonly Verdict[]> {
  checkLawOptions(options, ["laws"]);
  checkOwnOperator("operator", operator);
  const { laws } = options;
  if (laws !== undefined && !Array.isArray(laws)) {
    throw new InvalidArgumentError("laws", "an array of laws", describe(laws));
  }
  const inquiry = beginInquiry(options);
  try {
    const verdicts: Verdict[] = [];
    for (const law of laws ?? lawsThatApply(operator, options))
      verdicts.push(ownVerdict(await inquire(operator, law, inquiry)));
    return verdicts;
  } finally {
    await inquiry.access.close();
  }
}
