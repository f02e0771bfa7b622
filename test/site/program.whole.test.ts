// Program: what a program gives, what it costs and where, and its times here.
import { describe, expect, test } from "vitest";
import { findPart, SYSTEM_PARTS } from "../../tools/system-parts.mjs";
import { useSite } from "./open-site.ts";
import { copied, runCommands, runTypeScript } from "./run-copies.ts";

describe.skipIf(findPart(SYSTEM_PARTS.chromium) === undefined)("Program", () => {
  const { workbench, open } = useSite();

  const openPane = async () => {
    const opened = await workbench();
    await opened.page.getByRole("tab", { name: "Program" }).click();
    await opened.page.locator("[data-value]").waitFor();
    return opened;
  };

  test("counts work and span, says on which lines the work is and how both grow", async () => {
    const { page, errors } = await openPane();
    expect(await page.locator("[data-value]").textContent()).toBe("[3, 4, 8, 9, 14, 23, 25, 31]");
    const work = Number(await page.locator('[data-cost="work"]').textContent());
    const byLine = await page
      .locator("[data-line-work]")
      .evaluateAll((cells) => cells.map((cell) => Number(cell.getAttribute("data-line-work"))));
    expect(byLine.reduce((sum, each) => sum + each, 0)).toBe(work);
    await page.getByText("The work of hillis_steele grows as n log n, its span as log n.").waitFor();
    await page.getByRole("img", { name: "What hillis_steele computes" }).waitFor();
    await page.getByLabel("Definition").selectOption("two_sweeps");
    await page.getByText(/^The work of two_sweeps grows as n, its span as log n/).waitFor();
    expect(errors).toEqual([]);
  });

  test("runs every example", async () => {
    const { page, errors } = await openPane();
    const examples = await page.getByLabel("Example").locator("option").allTextContents();
    expect(examples.length).toBeGreaterThan(10);
    for (const example of examples.slice(1)) {
      await page.getByLabel("Example").selectOption(example);
      const counting = page.getByRole("status").filter({ hasText: "counting" });
      await expect.poll(() => counting.count(), { timeout: 30_000 }).toBe(0);
      expect([example, await page.getByRole("alert").allTextContents()]).toEqual([example, []]);
    }
    expect(errors).toEqual([]);
  });

  test("opens from its link as it was sent; Back undoes a step", async () => {
    const { page } = await openPane();
    await page.getByLabel("Example").selectOption("The largest sum of a segment");
    await page.locator('[data-value="11i32"], [data-value="11"]').waitFor();
    await page.getByLabel("Operands").fill("[5, -9, 6, 7]");
    await page.locator('[data-value="13i32"], [data-value="13"]').waitFor();
    const other = await open(`/workbench.html${new URL(page.url()).hash}`);
    await other.page.locator('[data-value="13i32"], [data-value="13"]').waitFor();
    await page.goBack();
    await page.locator('[data-value="[3, 4, 8, 9, 14, 23, 25, 31]"]').waitFor();
  });

  test("marks the place of a text that does not parse, and names operands that do not fit", async () => {
    const { page } = await openPane();
    await page.getByLabel("The program").fill("entry main (xs: []i32) = reduce (+) 0 ys");
    await page.getByText(/ProgramError/).waitFor();
    expect(await page.locator(".sb-fault pre").textContent()).toMatch(/\n\s+\^/);
    await page.getByLabel("The program").fill("entry main (xs: []i32): i32 = reduce (+) 0 xs");
    await page.getByText(/^main gives/).waitFor();
    expect(await page.getByLabel("Definition").inputValue()).toBe("main");
    await page.getByLabel("Operands").fill("[1, 2");
    await page.getByRole("alert").waitFor();
    expect(await page.getByLabel("Operands").inputValue()).toBe("[1, 2");
  });

  test("copies what gives its value and its costs", async () => {
    const { page } = await openPane();
    await page.getByText("The same as a program").click();
    const cost = (name: string) => page.locator(`[data-cost="${name}"]`).textContent();
    const [value, work, span] = [
      await page.locator("[data-value]").textContent(),
      await cost("work"),
      await cost("span"),
    ];
    expect(runTypeScript(await copied(page, "typescript"))).toEqual([value, `${work} ${span}`]);
    const told = runCommands(await copied(page, "command")).join("\n");
    expect(told).toMatch(RegExp(`work +${work}\\nspan +${span}\\n`));
  });

  test("measures what it predicts, when it is asked", async () => {
    const { page, errors } = await openPane();
    await page.getByLabel("Definition").selectOption("built_in");
    await page.getByRole("button", { name: "Measure it here" }).click();
    await page.locator('[data-measured="built_in"]').waitFor({ timeout: 50_000 });
    expect(await page.locator("[data-measured]").textContent()).toMatch(
      /^time = [\d.e-]+ · .* ns: \d+ % off/,
    );
    expect(errors).toEqual([]);
  });
});
