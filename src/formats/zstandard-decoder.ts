// A file of its own, so that the decoder is a chunk that only a large page loads. `import("fzstd")` would need the build's helpers for modules, which import `node:module`.

export { Decompress } from "fzstd";
