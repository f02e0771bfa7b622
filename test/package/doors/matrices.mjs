import {
  boxSum,
  multiply,
  multiplyVector,
  outer,
  reduce,
  slice,
  sort,
  summedAreaTable,
  transpose,
} from "samebits/matrices";

export function probe() {
  const array = Float64Array.from({ length: 12 }, (_, i) => (i * 7919) % 10);
  const product = multiply({ array, shape: [4, 3] }, { array, shape: [3, 4] });
  return [
    [...product.array].map(String),
    [...multiplyVector(product, array.subarray(0, 4))].map(String),
    [...reduce(product, { axis: 0 }).array].map(String),
    [...sort(product, { axis: 1 }).array].map(String),
    boxSum(summedAreaTable(slice(transpose(product), [[0, 3]])), { from: [1, 1], to: [3, 3] }),
    [...outer(array.subarray(0, 2), array.subarray(2, 4)).array].map(String),
  ];
}
