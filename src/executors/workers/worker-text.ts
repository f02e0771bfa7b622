/** The whole of worker.ts in one script, where the build has put it: for bundles that have left its file behind. */
export const WORKER_TEXT: string | undefined = undefined;
