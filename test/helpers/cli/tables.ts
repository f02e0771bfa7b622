import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { encodeNpy } from "../../../src/formats.ts";

const FLIGHTS = `delay,origin,id,night flight
20.5,3,9007199254740993,1
-5,3,2,0
40,1,7,1
nan,2,1,0
-0,1,8,1
`;

/** An operator over records, in a file. */
const LARGER =
  "operator larger (left: { value: f32, index: u32 }, right) => if left.value < right.value then right else left";

/** A folder of tables and arrays for tests. */
interface TestTables {
  readonly path: (name: string) => string; // of a file in it
  readonly make: () => Promise<void>;
  readonly remove: () => Promise<void>;
}

/** A folder that is not there yet. */
export function testTables(): TestTables {
  let folder = "";
  const path = (name: string): string => join(folder, name);
  return {
    path,
    async make() {
      folder = await mkdtemp(join(tmpdir(), "samebits-columns-"));
      await writeFile(path("f.csv"), FLIGHTS);
      await writeFile(path("x.npy"), encodeNpy(Float64Array.of(3, Number.NaN, -0, 0, 3, -7, 3)));
      await writeFile(path("k.npy"), encodeNpy(Int32Array.of(2, 0, -1, 2, 5, 2)));
      await writeFile(path("none.npy"), encodeNpy(new Float32Array(0)));
      await writeFile(path("larger.op"), LARGER);
    },
    remove: () => rm(folder, { recursive: true }),
  };
}
