/** Styles are imported for what they do. */
declare module "*.css";

/** Programs are imported as their texts. */
declare module "*.sb?raw" {
  const text: string;
  export default text;
}

/** What Vite puts in the place of names when it builds. */
interface ImportMeta {
  readonly env: { readonly BASE_URL: string; readonly DEV: boolean };
}
