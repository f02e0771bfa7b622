/** GPUBufferUsage, by value: hosts without a page, Node with npm `webgpu` among them, have no such global. */
export const BUFFER_USAGE = {
  mapRead: 0x0001,
  mapWrite: 0x0002,
  copySource: 0x0004,
  copyDestination: 0x0008,
  uniform: 0x0040,
  storage: 0x0080,
  indirect: 0x0100,
  queryResolve: 0x0200,
} as const;

/** GPUShaderStage.COMPUTE and GPUMapMode.READ. */
export const COMPUTE_STAGE = 0x4;
export const MAP_READ = 0x1;
