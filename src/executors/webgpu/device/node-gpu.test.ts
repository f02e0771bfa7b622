import { expect, test } from "vitest";
import { ADAPTERS_HERE, nameDrivers } from "../../../../test/webgpu/adapters.ts";
import { UnsupportedError } from "../../../values/errors.ts";
import { adapterNames, openWebGpu } from "../../../webgpu.ts";

test.skipIf(ADAPTERS_HERE.length === 0)(
  "adapters are listed, and opened by words of their names",
  async () => {
    nameDrivers();
    const names = await adapterNames();
    expect(names).toHaveLength(ADAPTERS_HERE.length);
    const opened: string[] = [];
    for (const name of names) {
      const gpu = await openWebGpu({ adapter: name.slice(0, 8) });
      opened.push(`${gpu.facts.vendor} ${gpu.facts.architecture}`);
      await gpu.close();
    }
    const here = await Promise.all(ADAPTERS_HERE.map(async (adapter) => (await adapter.request()).info));
    expect(opened.sort()).toEqual(here.map((info) => `${info.vendor} ${info.architecture}`).sort());
  },
);

test.skipIf(ADAPTERS_HERE.length === 0)(
  "a name that no adapter has is refused with those there are",
  async () => {
    nameDrivers();
    const opening = openWebGpu({ adapter: "abacus" });
    await expect(opening).rejects.toThrow(UnsupportedError);
    const names = await adapterNames();
    await expect(opening).rejects.toThrow(
      `no adapter's name has "abacus" in it: there are ${names.join(" and ")}`,
    );
  },
);
