const LANES = 256;
/** Loads in flight of each lane: more do not help on the GPUs that copy kernels are known from. */
const VECTORS = 4;
const VECTOR_BYTES = 16;

const COPY_WGSL = `
@group(0) @binding(0) var<storage, read> source: array<vec4<u32>>;
@group(0) @binding(1) var<storage, read_write> target_words: array<vec4<u32>>;

@compute @workgroup_size(${LANES})
fn main(
  @builtin(workgroup_id) workgroup: vec3<u32>,
  @builtin(num_workgroups) workgroups: vec3<u32>,
  @builtin(local_invocation_index) lane: u32,
) {
  let length = arrayLength(&source);
  for (var tile = workgroup.x; tile * ${LANES * VECTORS}u < length; tile += workgroups.x) {
    let first = tile * ${LANES * VECTORS}u + lane;
    for (var k = 0u; k < ${VECTORS}u; k++) {
      let i = first + k * ${LANES}u;
      if (i < length) { target_words[i] = source[i]; }
    }
  }
}
`;

/**
 * A kernel that copies, coalesced and by vectors: what reading and writing every byte once costs.
 *
 * @param {GPUDevice} device @param {GPUBuffer} source @param {GPUBuffer} target  of as many bytes, a multiple of 16
 */
export async function gpuCopy(device, source, target) {
  const module = device.createShaderModule({ code: COPY_WGSL });
  const pipeline = await device.createComputePipelineAsync({ layout: "auto", compute: { module } });
  const bindGroup = device.createBindGroup({
    layout: pipeline.getBindGroupLayout(0),
    entries: [source, target].map((buffer, binding) => ({ binding, resource: { buffer } })),
  });
  const tiles = Math.ceil(source.size / VECTOR_BYTES / LANES / VECTORS);
  const workgroups = Math.min(tiles, device.limits.maxComputeWorkgroupsPerDimension);
  /** @param {GPUCommandEncoder} encoder */
  return (encoder) => {
    const pass = encoder.beginComputePass();
    pass.setPipeline(pipeline);
    pass.setBindGroup(0, bindGroup);
    pass.dispatchWorkgroups(workgroups);
    pass.end();
  };
}
