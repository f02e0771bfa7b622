// Numbers that nobody types: of files, and of flights.

import { encodeNpy } from "samebits/formats";
import { describe, expect, test } from "vitest";
import { findPart, SYSTEM_PARTS } from "../../tools/system-parts.mjs";
import { settled, sums, useSite } from "./open-site.ts";

const CSV = "name,price\na,0.1\nb,0.2\nc,0.3\nd,0.6\n";

describe.skipIf(findPart(SYSTEM_PARTS.chromium) === undefined)("numbers of a file", () => {
  const { workbench, open } = useSite();
  const CHOOSE = "or drop a file here";

  test("that has several columns are those of the one that is named; the link holds them", async () => {
    const { page, errors } = await workbench();
    const file = { name: "prices.csv", mimeType: "text/csv", buffer: Buffer.from(CSV) };
    await page.getByLabel(CHOOSE).setInputFiles(file);
    await page.getByText(/"column" must be/).waitFor();
    await page.getByLabel("Column").fill("price");
    await page.getByRole("button", { name: "Read this column" }).click();
    await settled(page, "1.2000000000000002");
    expect(await page.getByLabel("Numbers", { exact: true }).inputValue()).toBe("0.1 0.2 0.3 0.6");
    const other = await open(`/workbench.html${new URL(page.url()).hash}`);
    await settled(other.page, "1.2000000000000002");
    expect(errors).toEqual([]);
  });

  test("is dropped onto the field, which says where; a file that is none leaves all as it was", async () => {
    const { page, errors } = await workbench();
    const drop = async (name: string, text: string) => {
      const files = await page.evaluateHandle(
        ([file, content]) => {
          const transfer = new DataTransfer();
          transfer.items.add(new File([content], file));
          return transfer;
        },
        [name, text] as const,
      );
      const field = page.getByRole("group", { name: "Numbers, typed or of a file" });
      await field.dispatchEvent("dragover", { dataTransfer: files });
      expect(await field.getAttribute("class")).toContain("sb-over");
      await field.dispatchEvent("drop", { dataTransfer: files });
      expect(await field.getAttribute("class")).not.toContain("sb-over");
    };
    await drop("one.csv", "price\n0.1\n0.2\n0.3\n0.6\n");
    await settled(page, "1.2000000000000002");
    await drop("picture.png", "no numbers");
    await page.getByText(/FormatError|InvalidArgumentError/).waitFor();
    expect(await page.getByLabel("Numbers", { exact: true }).inputValue()).toBe("0.1 0.2 0.3 0.6");
    expect(errors).toEqual([]);
  });

  test("that are too many for a link are named in it by their hash, and asked for again", async () => {
    const { page } = await workbench();
    const array = Float64Array.from({ length: 5000 }, (_, index) => index / 10);
    const buffer = Buffer.from(encodeNpy(array));
    await page.getByLabel(CHOOSE).setInputFiles({ name: "tenths.npy", mimeType: "", buffer });
    const loop = array.reduce((left, right) => left + right, 0);
    await settled(page, String(loop));
    expect(await page.getByLabel("Numbers", { exact: true }).inputValue()).toMatch(
      /^file "tenths\.npy" 5000 numbers [0-9a-f]{16}$/,
    );
    const other = await open(`/workbench.html${new URL(page.url()).hash}`);
    await other.page.getByText(/or the file "tenths\.npy" dropped here again/).waitFor();
    await other.page.getByLabel(CHOOSE).setInputFiles({ name: "tenths.npy", mimeType: "", buffer });
    await settled(other.page, String(loop));
  });

  test("that is none says what it should be, and what was typed stays", async () => {
    const { page } = await workbench();
    const buffer = Buffer.from("no numbers at all");
    await page.getByLabel(CHOOSE).setInputFiles({ name: "notes.npy", mimeType: "", buffer });
    await page.getByText(/FormatError/).waitFor();
    expect(await sums(page)).toEqual(["1", "2", "3", "4"]);
  });

  test("may be those of flights: hours, of which a loop and a tree have other sums", async () => {
    const { page, errors } = await workbench();
    await page.getByRole("button", { name: "delays of flights, in hours" }).click();
    await page.getByText(/^1000 numbers of f64/).waitFor();
    expect(new Set(await sums(page)).size).toBeGreaterThan(1);
    expect(errors).toEqual([]);
  });
});
