/**
 * A device to be timed, with all that its adapter has of the limits that lengths depend on.
 *
 * @typedef {object} GpuDevice
 * @property {GPUDevice} device
 * @property {boolean} isSoftware
 * @property {"timestamps" | "wall"} clock  what times come from
 * @property {AdapterFacts} adapter
 */

/**
 * @typedef {object} AdapterFacts
 * @property {string} vendor
 * @property {string} architecture
 * @property {string} device
 * @property {string} description
 * @property {boolean} isFallbackAdapter
 * @property {number | undefined} subgroupMinSize
 * @property {number | undefined} subgroupMaxSize
 * @property {readonly string[]} features
 * @property {Record<string, number>} limits
 */

const FEATURES = /** @type {const} */ (["timestamp-query", "subgroups", "subgroup-size-control"]);
const LIMITS = /** @type {const} */ ([
  "maxBufferSize",
  "maxStorageBufferBindingSize",
  "maxStorageBuffersPerShaderStage",
  "maxComputeWorkgroupsPerDimension",
  "maxComputeInvocationsPerWorkgroup",
  "maxComputeWorkgroupSizeX",
  "maxComputeWorkgroupStorageSize",
]);

/** Dawn's instance must never be collected: its threads would end the process. @type {GPU | undefined} */
let held;

/** The host's `navigator.gpu`, or that of npm `webgpu`. @returns {Promise<GPU>} */
async function gpuHere() {
  const { gpu } = /** @type {{ gpu?: GPU }} */ (globalThis.navigator ?? {});
  if (gpu !== undefined) return gpu;
  const { create } = await import("webgpu");
  return create([]);
}

/** Opens the adapter that the host prefers. @returns {Promise<GpuDevice>} */
export async function openGpuDevice() {
  held ??= await gpuHere();
  const adapter = await held.requestAdapter({ powerPreference: "high-performance" });
  if (adapter === null) {
    throw new Error(
      "a WebGPU adapter must be here, got none: name a Vulkan driver with VK_DRIVER_FILES, or install one",
    );
  }
  const facts = factsOf(adapter);
  const device = await adapter.requestDevice({
    requiredFeatures: /** @type {GPUFeatureName[]} */ (FEATURES.filter((name) => adapter.features.has(name))),
    requiredLimits: facts.limits,
  });
  const clock = device.features.has("timestamp-query") ? "timestamps" : "wall";
  return { device, clock, adapter: facts, isSoftware: isSoftware(facts) };
}

/** @param {GPUAdapter} adapter @returns {AdapterFacts} */
function factsOf({ info, features, limits }) {
  const { vendor, architecture, device, description } = info;
  const sizes = /** @type {{ subgroupMinSize?: number, subgroupMaxSize?: number }} */ (
    /** @type {unknown} */ (info)
  );
  return {
    ...{ vendor, architecture, device, description, isFallbackAdapter: info.isFallbackAdapter },
    ...{ subgroupMinSize: sizes.subgroupMinSize, subgroupMaxSize: sizes.subgroupMaxSize },
    features: [...features].sort(),
    limits: Object.fromEntries(LIMITS.map((name) => [name, Number(limits[name])])),
  };
}

/** An implementation may call a fallback what it only likes less: names tell too. @param {AdapterFacts} facts */
function isSoftware({ isFallbackAdapter, description, architecture, device }) {
  return (
    isFallbackAdapter || /swiftshader|llvmpipe|software/i.test(`${description} ${architecture} ${device}`)
  );
}

/** Of an adapter, fit for a file's name. @param {AdapterFacts} facts */
export function adapterSlug({ vendor, architecture, description }) {
  const name = /llvmpipe/i.test(description) ? "lavapipe" : description || `${vendor} ${architecture}`;
  return name
    .toLowerCase()
    .replace(/\b(driver|corporation|inc)\b/g, "")
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-|-$/g, "");
}
