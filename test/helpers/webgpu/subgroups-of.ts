// Subgroups of a size that no adapter here has: the kernel's own text, on any adapter, with its shuffles through workgroup memory.

const ENTRY = /@compute @workgroup_size\((\d+)\)\s*fn (\w+)\(([^{]*)\)\s*\{/g;
const BUILT_IN =
  /,\s*@builtin\((?:subgroup_size|subgroup_invocation_id|subgroup_id|num_subgroups)\) \w+: u32/g;

/** What lies before a subgroup's first lane is undefined in WGSL: a value that shows where it is used. */
const UNDEFINED = "0xbad1dea5u";

/**
 * The same text for subgroups of `size`, a power of two: built-in values are worked out of the index in the workgroup, and what lanes hand each other goes through memory, between two barriers.
 * Shuffles are in uniform control flow, where barriers may be; a compiler refuses the text where they are not.
 *
 * @throws Error for a text that still asks for subgroups
 */
function textWithSubgroupsOf(size: number, text: string): string {
  const threads = Math.max(...[...text.matchAll(ENTRY)].map(([, count]) => Number(count)));
  const entered = text.replace(ENTRY, (_, count, name, parameters: string) => {
    const index = /@builtin\(local_invocation_index\) (\w+)/.exec(parameters)?.[1];
    return `@compute @workgroup_size(${count}) fn ${name}(${parameters.replace(BUILT_IN, "")}) {
  emulated_lane = ${index};
  let subgroup_size = ${size}u;
  let subgroup_lane = ${index} % ${size}u;
${parameters.includes("subgroup_id)") ? `  let subgroup = ${index} / ${size}u;\n  let subgroup_count = ${Math.max(1, Number(count) / size)}u;` : ""}`;
  });
  const changed = entered
    .replace("enable subgroups;\n", "")
    .replaceAll("subgroupShuffleUp(", "emulated_shuffle_up(")
    .replaceAll("subgroupShuffle(", "emulated_shuffle(")
    .replaceAll(/subgroupBroadcastFirst\(([^)]*)\)/g, "emulated_shuffle($1, 0u)");
  if (/subgroup[A-Z]|builtin\(subgroup|builtin\(num_subgroups/.test(changed)) {
    throw new Error("the text has more of subgroups than is emulated here");
  }
  return `${changed}
var<private> emulated_lane: u32;
var<workgroup> emulated_words: array<u32, ${threads}>;
fn emulated_shuffle(word: u32, source: u32) -> u32 {
  emulated_words[emulated_lane] = word;
  workgroupBarrier();
  let taken = emulated_words[(emulated_lane / ${size}u) * ${size}u + source % ${size}u];
  workgroupBarrier();
  return taken;
}
fn emulated_shuffle_up(word: u32, distance: u32) -> u32 {
  let lane = emulated_lane % ${size}u;
  let taken = emulated_shuffle(word, select(lane, lane - distance, lane >= distance));
  return select(${UNDEFINED}, taken, lane >= distance);
}
`;
}

/** A device whose kernels with subgroups have those of `size`; `count` says how many were compiled so. */
export function deviceWithSubgroupsOf(
  size: number,
  device: GPUDevice,
): { readonly device: GPUDevice; readonly count: () => number } {
  let count = 0;
  const createShaderModule: GPUDevice["createShaderModule"] = (descriptor) => {
    if (!descriptor.code.includes("enable subgroups;")) return device.createShaderModule(descriptor);
    count++;
    return device.createShaderModule({ ...descriptor, code: textWithSubgroupsOf(size, descriptor.code) });
  };
  const changed = new Proxy(device, {
    get(target, name) {
      if (name === "createShaderModule") return createShaderModule;
      const value: unknown = Reflect.get(target, name, target);
      return typeof value === "function" ? value.bind(target) : value;
    },
  });
  return { device: changed, count: () => count };
}
