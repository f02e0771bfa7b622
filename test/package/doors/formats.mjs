import { decodeArrow, decodeCsv, decodeNpy, decodeParquet, encodeNpy, readArray } from "samebits/formats";
import { ARROW, PARQUET } from "./samples.mjs";
import { told } from "./told.mjs";

export async function probe() {
  return {
    npy: [...decodeNpy(encodeNpy(Int32Array.of(1, 2, 3))).array],
    csv: await told(async () => [...(await decodeCsv(new TextEncoder().encode("x\n1\n2\n"))).array]),
    arrow: await told(async () => [...(await decodeArrow(ARROW)).array]),
    parquet: await told(async () => [...(await decodeParquet(PARQUET)).array]),
    file: await readArray("no-such-file.npy").catch((error) => error.name),
  };
}
