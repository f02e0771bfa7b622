// Names of others that samebits' types use. They are empty here and merge with what a program has of them, from TypeScript's own
// libraries, @types/node or @webgpu/types: so each of these may be missing, where what needs it is not used.
export {};

declare global {
  interface SymbolConstructor {
    readonly dispose: unique symbol;
    readonly asyncDispose: unique symbol;
  }

  interface AbortSignal {}
  interface TransformStream<I, O> {}
  interface URL {}
  namespace WebAssembly {
    interface Memory {}
  }

  interface GPUAdapter {}
  interface GPUBuffer {}
  interface GPUCommandEncoder {}
  interface GPUDevice {}
}
