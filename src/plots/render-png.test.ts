import { afterEach, expect, test, vi } from "vitest";
import { UnsupportedError } from "../values/errors.ts";
import { renderPng } from "./render-png.ts";
import { renderSvg } from "./render-svg.ts";

const SVG = renderSvg({ title: "t", x: { label: "x" }, y: { label: "y" }, series: [] });

afterEach(() => {
  vi.doUnmock("@resvg/resvg-js");
  vi.resetModules();
});

test("is a PNG file of twice the drawing's size, the same for the same text", async () => {
  const png = Buffer.from(await renderPng(SVG));
  expect(png.subarray(0, 8)).toEqual(Buffer.from("\x89PNG\r\n\x1a\n", "latin1"));
  const height = Number(/ height="(\d+)"/.exec(SVG)?.[1]);
  expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([2 * 960, 2 * height]);
  expect(Buffer.from(await renderPng(SVG)).equals(png)).toBe(true);
});

test("the optional package is named where it is missing", async () => {
  vi.doMock("@resvg/resvg-js", () => {
    throw Object.assign(new Error("no such package"), { code: "ERR_MODULE_NOT_FOUND" });
  });
  const drawing = renderPng(SVG);
  await expect(drawing).rejects.toThrow(UnsupportedError);
  await expect(drawing).rejects.toThrow(/@resvg\/resvg-js .*npm install @resvg\/resvg-js/);
});

test("a machine without fonts is refused, as words would be missing", async () => {
  class Resvg {
    innerBBox(): undefined {}
  }
  vi.doMock("@resvg/resvg-js", () => ({ Resvg }));
  await expect(renderPng(SVG)).rejects.toThrow(/no font was found.*fonts-dejavu-core/);
});
