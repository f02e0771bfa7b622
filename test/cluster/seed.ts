/** What the instants of all kills are drawn from: another one each time, unless SAMEBITS_SEED says which. */
export const SEED = Number(process.env.SAMEBITS_SEED ?? Date.now() % 2 ** 31);
