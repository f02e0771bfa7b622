/** Styles are imported for what they do. */
declare module "*.css";

/** Programs are imported as their texts. */
declare module "*.sb?raw" {
  const text: string;
  export default text;
}
