import { multiply, multiplyVector, outer } from "samebits/matrices";

export function probe() {
  const array = Float64Array.from({ length: 12 }, (_, i) => (i * 7919) % 10);
  const product = multiply({ array, shape: [4, 3] }, { array, shape: [3, 4] });
  return [
    [...product.array].map(String),
    [...multiplyVector(product, array.subarray(0, 4))].map(String),
    [...outer(array.subarray(0, 2), array.subarray(2, 4)).array].map(String),
  ];
}
