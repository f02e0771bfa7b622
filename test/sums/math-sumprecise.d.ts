/** The polyfill has no types of its own. */
declare module "math.sumprecise" {
  export default function sumPrecise(terms: Iterable<number>): number;
}
declare module "math.sumprecise/implementation" {
  export default function sumPrecise(terms: Iterable<number>): number;
}
