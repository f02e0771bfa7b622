import { expect, it } from "vitest";
import { UnsupportedError } from "../../../values/errors.ts";
import { tableStart } from "../kernels/kernel-setting.ts";
import { Recording } from "./recording.ts";

it("a run has room for a thousand counts before the look-back's table, and refuses more", () => {
  const device = { limits: { maxStorageBuffersPerShaderStage: 8 } } as unknown as GPUDevice;
  const recording = new Recording(device, {});
  const words = Array.from({ length: 1008 }, () => recording.newCount().word);
  expect(new Set(words).size).toBe(1008);
  expect(Math.max(...words)).toBeLessThan(tableStart(1));
  expect(() => recording.newCount()).toThrow(UnsupportedError);
});
