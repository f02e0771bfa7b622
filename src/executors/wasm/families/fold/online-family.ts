import type { Family, Serving } from "../../family.ts";
import { fold, foldServing } from "./family.ts";
import { foldRunner } from "./fold-runner.ts";
import { onlineFoldCode } from "./online-fold-code.ts";

/** The left fold, of sequences that keep arriving too. */
export const onlineFold: Family = {
  ...fold,
  serve: ({ kind }) => (kind === "leftFold" ? onlineServing : undefined),
};

const onlineServing: Serving = { ...foldServing, openOnline: foldRunner, generateOnline: onlineFoldCode };
