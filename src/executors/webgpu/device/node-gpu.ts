import { importPeer } from "../../../values/import-peer.ts";

/** What the npm package `webgpu` (Dawn) exports, as far as it is used here. */
interface NodeWebGpu {
  readonly create: (flags: readonly string[]) => GPU;
}

/**
 * The one `GPU` of this process. It must never be collected: Dawn's threads then end the whole process. It keeps no process alive once its
 * devices are destroyed.
 */
let held: Promise<GPU> | undefined;

/** WebGPU for programs that have no `navigator.gpu`. @throws UnsupportedError naming the package and the command that installs it */
export function nodeGpu(): Promise<GPU> {
  held ??= createGpu();
  // What could not be loaded may be there the next time.
  held.catch(() => {
    held = undefined;
  });
  return held;
}

async function createGpu(): Promise<GPU> {
  const { create } = await importPeer("webgpu", "WebGPU in Node", () => importAtRunTime("webgpu"));
  return create([]);
}

/**
 * Not a literal, on purpose: bundlers look for what a literal names, and a page that has `navigator.gpu` neither needs nor can load the
 * package.
 */
function importAtRunTime(packageName: string): Promise<NodeWebGpu> {
  return import(/* @vite-ignore */ /* webpackIgnore: true */ packageName);
}
