#!/bin/sh
# Measures samebits on the GPU of a machine that has neither Node nor a network: everything but the driver is in this folder.
#
#   ./run.sh [--quick] [--only TEXT] [--rounds N]
#
# Tells what the GPU is and does, compares bits with the processor's, and times kernels against a copy; where nvcc is, also against CUB.
# Works under `env -i`. A driver that the Vulkan loader does not find by itself is named by VK_DRIVER_FILES, the path of its JSON file.
set -eu

here=$(cd "$(dirname "$0")" && pwd)
results=$here/results
mkdir -p "$results"
PATH=${PATH:-/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin}
export PATH

has_library() {
  ldconfig -p 2>/dev/null | grep -q "$1"
}

# NVIDIA's driver loads libraries of X11 and OpenGL also where there is no screen. Each that the system lacks is here.
LD_LIBRARY_PATH=$here/lib${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH}
for folder in "$here"/lib-screen/*; do
  has_library "$(basename "$folder")" || LD_LIBRARY_PATH=$LD_LIBRARY_PATH:$folder
done
export LD_LIBRARY_PATH

find_driver() {
  for file in /usr/share/vulkan/icd.d/nvidia_icd*.json /etc/vulkan/icd.d/nvidia_icd*.json \
    /usr/local/nvidia/share/vulkan/icd.d/nvidia_icd*.json; do
    if [ -f "$file" ]; then
      echo "$file"
      return
    fi
  done
  # Containers often have the driver without its JSON file.
  for library in libGLX_nvidia.so.0 libEGL_nvidia.so.0; do
    if has_library "$library"; then
      printf '{"file_format_version":"1.0.0","ICD":{"library_path":"%s","api_version":"1.3.0"}}\n' "$library" \
        >"$results/nvidia_icd.json"
      echo "$results/nvidia_icd.json"
      return
    fi
  done
}

if [ -z "${VK_DRIVER_FILES:-}" ]; then
  VK_DRIVER_FILES=$(find_driver)
fi
if [ -n "$VK_DRIVER_FILES" ]; then
  export VK_DRIVER_FILES
  echo "Vulkan driver: $VK_DRIVER_FILES"
else
  unset VK_DRIVER_FILES
fi

node=$here/bin/node
samebits=$here/node_modules/samebits/dist/cli.mjs
status=0

echo "— What the GPU does (results/executors.json)"
"$node" "$samebits" executors --json >"$results/executors.json" || status=1

case " $* " in
*" --quick "*) ;; # the benchmark compares its answers bit by bit all the same
*)
  echo "— The same bits as the processor's? (results/witness.txt)"
  "$node" "$samebits" witness --on webgpu >"$results/witness.txt" || status=1
  tail -n 1 "$results/witness.txt"
  ;;
esac

compile_cub() {
  [ -e /dev/nvidiactl ] || [ -e /dev/dxg ] || return 1
  nvcc=$(command -v nvcc || echo /usr/local/cuda/bin/nvcc)
  [ -x "$nvcc" ] || return 1
  # What CUB can be asked for depends on its version: the most is tried first.
  for options in "-DSAMEBITS_SCAN_LEVELS=2" "-DSAMEBITS_SCAN_LEVELS=1" "" "-DSAMEBITS_NO_LEVELS"; do
    # shellcheck disable=SC2086 # none is no argument
    if "$nvcc" -O3 -std=c++20 -arch=native $options -o "$results/cub" "$here/cub.cu" >"$results/nvcc.log" 2>&1; then
      echo "Compiled cub.cu $options"
      return 0
    fi
  done
  echo "nvcc did not compile cub.cu: results/nvcc.log"
  return 1
}

echo "— Times (results/webgpu.json, results/webgpu.svg)"
if compile_cub; then
  set -- "$@" --cub "$results/cub"
fi
"$node" "$here/bench/run.mjs" webgpu --out "$results/webgpu.json" "$@" || status=1
exit $status
