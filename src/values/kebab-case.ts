/** Names in kebab-case, as all are that stand in a contract's line. */
export const KEBAB_CASE = /^[a-z][a-z0-9]*(-[a-z0-9]+)*$/;
