// The entry point `samebits/eslint-plugin`: what types cannot refuse in operators, for ESLint's flat configuration. Needs nothing of ESLint itself.

import { noSilentOperators } from "./lint/no-silent-operators.ts";
import type { Rule } from "./lint/syntax.ts";
import { frozen } from "./values/frozen.ts";

export type { Rule };

/** Rules by name, under "samebits/" where the plugin is called so. */
export const rules: { readonly "no-silent-operators": Rule } = frozen({
  "no-silent-operators": noSilentOperators,
});

/** The plugin: `export default [{ plugins: { samebits: plugin }, rules: { "samebits/no-silent-operators": "error" } }]`. */
export const plugin = frozen({ meta: { name: "samebits", namespace: "samebits" }, rules });

/** The same as one entry of a flat configuration: `export default [recommended]`. */
export const recommended = frozen({
  name: "samebits/recommended",
  plugins: { samebits: plugin },
  rules: { "samebits/no-silent-operators": "error" },
} as const);
