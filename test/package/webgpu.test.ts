import { type SpawnSyncReturns, spawnSync } from "node:child_process";
import { cpSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, expect, test } from "vitest";
import { findPart, SYSTEM_PARTS } from "../../tools/system-parts.mjs";

const DIST = fileURLToPath(new URL("../../dist", import.meta.url));
const scratch = mkdtempSync(join(tmpdir(), "samebits-webgpu-"));
afterAll(() => rmSync(scratch, { recursive: true, force: true }));

/** Runs a module that has `openWebGpu` of a build, in a process of its own, and waits for its end. */
function run(body: string, driver: string, dist = DIST): SpawnSyncReturns<string> {
  const program = `
    import { openWebGpu } from ${JSON.stringify(join(dist, "webgpu.mjs"))};
    const told = (error) => console.log(error.name + ": " + error.message);
    ${body}`;
  const parameters = ["--input-type=module", "--eval", program];
  const env = { ...process.env, VK_DRIVER_FILES: driver };
  return spawnSync(process.execPath, parameters, { encoding: "utf8", env, timeout: 50_000 });
}

test("without the package webgpu: says what to install", () => {
  cpSync(DIST, join(scratch, "dist"), { recursive: true });
  const { status, stdout } = run("await openWebGpu().catch(told);", "", join(scratch, "dist"));
  expect(status).toBe(0);
  expect(stdout).toMatch(
    /^UnsupportedError: WebGPU in Node .*webgpu is not installed; get it with: npm install webgpu$/m,
  );
});

test("without a driver: says what to install", () => {
  const { status, stdout } = run("await openWebGpu().catch(told);", join(scratch, "no-driver.json"));
  expect(status).toBe(0);
  expect(stdout).toMatch(/^UnsupportedError: .*(no adapter was found|could not be loaded).*install/m);
});

const driver = [SYSTEM_PARTS.vulkan, SYSTEM_PARTS.swiftshader].map((part) => findPart(part));

test.skipIf(driver.includes(undefined)).each([
  ["after close", "await gpu.close();", ""],
  ["that never closes", "", ""],
  [
    "that closes while calls run",
    `const calls = [gpu.reduce(Uint32Array.of(1)), gpu.inclusiveScan(Float64Array.of(1))];
     await gpu.close();
     for (const call of calls) await call.catch(told);`,
    'ExecutorClosedError: executor "webgpu" must be open, it was closed before the call was done\n'.repeat(2),
  ],
  [
    "whose device is lost while calls run",
    `const call = gpu.reduce(Uint32Array.of(1));
     gpu.device.destroy();
     await call.catch(told);
     await gpu.reduce(Uint32Array.of(1)).catch(told);`,
    /^(DeviceLostError: .*\(destroyed\).*\n){2}$/,
  ],
])("a process %s ends by itself, without an unhandled rejection", (_name, body, expected) => {
  const { status, signal, stdout, stderr } = run(`const gpu = await openWebGpu(); ${body}`, driver[1] ?? "");
  expect({ status, signal, stderr }).toEqual({
    status: 0,
    signal: null,
    stderr: expect.not.stringMatching(/rejection|terminate/i),
  });
  if (typeof expected === "string") expect(stdout).toBe(expected);
  else expect(stdout).toMatch(expected);
});
