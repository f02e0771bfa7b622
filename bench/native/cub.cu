// The CUDA peers of `npm run bench -- webgpu`: a copy kernel and CUB's scans and reductions, on the lengths that are given.
//
//   cub N ...  ->  for each length, element type and algorithm one line of JSON: contender, primitive, type, determinism, n,
//                  nanoseconds (the median of a call over rounds in which all take turns), ofCopy (times as fast as the copy)
//
// Answers are checked against sums on the host before anything is timed. Anything wrong: a message, and an exit code that is not 0.
// Compile: nvcc -O3 -arch=native cub.cu. CUB 3.1 (CUDA 13.1) and later can be asked for determinism levels of DeviceReduce; with
// -DSAMEBITS_SCAN_LEVELS=1 for integers alone, or 2 for floats too, those of DeviceScan are asked for, which not every version has.
#include <cub/cub.cuh>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <string>
#include <type_traits>
#include <vector>

#if CUB_VERSION >= 300100 && !defined(SAMEBITS_NO_LEVELS)
#include <cuda/__execution/determinism.h>
#include <cuda/__execution/require.h>
#define SAMEBITS_REDUCE_LEVELS 1
#endif
#ifndef SAMEBITS_SCAN_LEVELS
#define SAMEBITS_SCAN_LEVELS 0
#endif

namespace {

constexpr int rounds = 11;
constexpr double batch_milliseconds = 25;
constexpr int most_calls = 2000;

void check(cudaError_t status, const char* what) {
  if (status == cudaSuccess) return;
  std::fprintf(stderr, "%s failed: %s\n", what, cudaGetErrorString(status));
  std::exit(1);
}

// Memory of the device, given back at the end of its scope.
template <class T>
struct DeviceArray {
  T* data = nullptr;
  explicit DeviceArray(std::size_t n) { check(cudaMalloc(&data, n * sizeof(T)), "cudaMalloc"); }
  ~DeviceArray() { cudaFree(data); }
  DeviceArray(const DeviceArray&) = delete;
  DeviceArray& operator=(const DeviceArray&) = delete;
};

// The elements of bench/harness/gpu-buffers.mjs.
template <class T>
T element(std::uint64_t i) {
  if constexpr (std::is_integral_v<T>) return static_cast<T>(static_cast<std::uint32_t>(i) * 0x9e3779b1u);
  else return static_cast<T>(static_cast<double>((i * 7919) % 1009) / 2018);
}

__global__ void copy_kernel(const uint4* source, uint4* target, std::size_t length) {
  constexpr std::size_t vectors = 4;
  for (std::size_t tile = blockIdx.x; tile * blockDim.x * vectors < length; tile += gridDim.x) {
    const std::size_t first = tile * blockDim.x * vectors + threadIdx.x;
    for (std::size_t k = 0; k < vectors; k++) {
      const std::size_t i = first + k * blockDim.x;
      if (i < length) target[i] = source[i];
    }
  }
}

struct Contender {
  std::string name, primitive, determinism;
  std::function<void()> call;
};

double milliseconds(const Contender& contender, int calls, cudaEvent_t begun, cudaEvent_t ended) {
  check(cudaEventRecord(begun), "cudaEventRecord");
  for (int i = 0; i < calls; i++) contender.call();
  check(cudaEventRecord(ended), "cudaEventRecord");
  check(cudaEventSynchronize(ended), contender.name.c_str());
  float elapsed = 0;
  check(cudaEventElapsedTime(&elapsed, begun, ended), "cudaEventElapsedTime");
  return elapsed;
}

double median(std::vector<double> values) {
  std::sort(values.begin(), values.end());
  const std::size_t middle = values.size() / 2;
  return values.size() % 2 == 1 ? values[middle] : (values[middle - 1] + values[middle]) / 2;
}

template <class T>
struct Bench {
  const std::size_t n;
  const char* const type;
  std::vector<T> host;
  DeviceArray<T> input, output;
  std::vector<Contender> contenders;
  std::vector<std::function<void()>> kept;  // frees scratch at the end

  Bench(std::size_t length, const char* name) : n(length), type(name), host(length), input(length), output(length) {
    for (std::size_t i = 0; i < n; i++) host[i] = element<T>(i);
    check(cudaMemcpy(input.data, host.data(), n * sizeof(T), cudaMemcpyHostToDevice), "cudaMemcpy");
    const std::size_t vectors = n * sizeof(T) / sizeof(uint4);
    const int blocks = static_cast<int>(std::min<std::size_t>((vectors + 1023) / 1024, 65535));
    contenders.push_back({"copy kernel", "copy", "", [=, this] {
      copy_kernel<<<blocks, 256>>>(reinterpret_cast<const uint4*>(input.data), reinterpret_cast<uint4*>(output.data), vectors);
    }});
    add_two_phase("cub::DeviceScan::InclusiveSum", "inclusive-scan", "default", [this](void* scratch, std::size_t& bytes) {
      return cub::DeviceScan::InclusiveSum(scratch, bytes, input.data, output.data, static_cast<std::int64_t>(n));
    });
    add_two_phase("cub::DeviceReduce::Sum", "reduce", "default", [this](void* scratch, std::size_t& bytes) {
      return cub::DeviceReduce::Sum(scratch, bytes, input.data, output.data, static_cast<std::int64_t>(n));
    });
    add_levels();
  }

  ~Bench() {
    for (const auto& release : kept) release();
  }

  template <class Call>
  void add_two_phase(const char* name, const char* primitive, const char* determinism, Call call) {
    std::size_t bytes = 0;
    check(call(nullptr, bytes), name);
    void* scratch = nullptr;
    check(cudaMalloc(&scratch, std::max<std::size_t>(bytes, 1)), "cudaMalloc");
    kept.push_back([scratch] { cudaFree(scratch); });
    contenders.push_back({name, primitive, determinism, [=]() mutable { check(call(scratch, bytes), name); }});
  }

  // Calls with an environment take their scratch from the stream-ordered pool: at small lengths that shows.
  template <class Level>
  void add_reduce(const char* determinism, Level level) {
#ifdef SAMEBITS_REDUCE_LEVELS
    contenders.push_back({"cub::DeviceReduce::Sum", "reduce", determinism, [=, this] {
      check(cub::DeviceReduce::Sum(input.data, output.data, static_cast<std::int64_t>(n), cuda::execution::require(level)), determinism);
    }});
#endif
  }

  template <class Level>
  void add_scan(const char* determinism, Level level) {
#if defined(SAMEBITS_REDUCE_LEVELS) && SAMEBITS_SCAN_LEVELS > 0
    contenders.push_back({"cub::DeviceScan::InclusiveSum", "inclusive-scan", determinism, [=, this] {
      check(cub::DeviceScan::InclusiveSum(input.data, output.data, static_cast<std::int64_t>(n), cuda::execution::require(level)), determinism);
    }});
#endif
  }

  void add_levels() {
#ifdef SAMEBITS_REDUCE_LEVELS
    namespace levels = cuda::execution::determinism;
    add_reduce("not_guaranteed", levels::not_guaranteed);
    add_reduce("run_to_run", levels::run_to_run);
    add_reduce("gpu_to_gpu", levels::gpu_to_gpu);
#if SAMEBITS_SCAN_LEVELS > 0
    add_scan("not_guaranteed", levels::not_guaranteed);
    // Of floats CUB has no scan that is the same on every GPU.
    if constexpr (std::is_integral_v<T>) add_scan("gpu_to_gpu", levels::gpu_to_gpu);
    if constexpr (std::is_integral_v<T> || SAMEBITS_SCAN_LEVELS > 1) add_scan("run_to_run", levels::run_to_run);
#endif
#endif
  }

  bool is_near(T found, double sum, std::uint32_t whole) const {
    if constexpr (std::is_integral_v<T>) return found == whole;
    else return std::abs(found - sum) <= (sizeof(T) == 4 ? 1e-3 : 1e-9) * std::abs(sum);
  }

  void check_answer(const Contender& contender) {
    check(cudaMemset(output.data, 0xff, n * sizeof(T)), "cudaMemset");
    contender.call();
    check(cudaDeviceSynchronize(), contender.name.c_str());
    const bool is_reduce = contender.primitive == "reduce";
    std::vector<T> found(is_reduce ? 1 : n);
    check(cudaMemcpy(found.data(), output.data, found.size() * sizeof(T), cudaMemcpyDeviceToHost), "cudaMemcpy");
    double sum = 0;
    std::uint32_t whole = 0;
    for (std::size_t i = 0; i < n; i++) {
      sum += static_cast<double>(host[i]);
      if constexpr (std::is_integral_v<T>) whole += host[i];
      if (is_reduce && i + 1 < n) continue;
      const T value = found[is_reduce ? 0 : i];
      if (contender.primitive == "copy" ? value == host[i] : is_near(value, sum, whole)) continue;
      std::fprintf(stderr, "%s %s %s n=%zu is wrong at %zu\n", contender.name.c_str(), type, contender.determinism.c_str(), n, i);
      std::exit(1);
    }
  }

  void run() {
    cudaEvent_t begun, ended;
    check(cudaEventCreate(&begun), "cudaEventCreate");
    check(cudaEventCreate(&ended), "cudaEventCreate");
    std::vector<int> calls;
    for (const auto& each : contenders) {
      check_answer(each);
      int count = 1;
      double took = milliseconds(each, count, begun, ended);
      while (took < batch_milliseconds / 2 && count < most_calls) {
        count = std::min(most_calls, static_cast<int>(std::ceil(count * batch_milliseconds / std::max(took, 1e-3))));
        took = milliseconds(each, count, begun, ended);
      }
      calls.push_back(count);
    }
    std::vector<std::vector<double>> times(contenders.size());
    for (int round = 0; round < rounds; round++) {
      for (std::size_t turn = 0; turn < contenders.size(); turn++) {
        const std::size_t i = round % 2 == 0 ? turn : contenders.size() - 1 - turn;
        times[i].push_back(milliseconds(contenders[i], calls[i], begun, ended) * 1e6 / calls[i]);
      }
    }
    check(cudaEventDestroy(begun), "cudaEventDestroy");
    check(cudaEventDestroy(ended), "cudaEventDestroy");
    for (std::size_t i = 0; i < contenders.size(); i++) print(contenders[i], times[i], times[0]);
  }

  void print(const Contender& contender, const std::vector<double>& times, const std::vector<double>& copy_times) {
    std::vector<double> ratios;
    for (std::size_t round = 0; round < times.size(); round++) ratios.push_back(copy_times[round] / times[round]);
    std::printf(
        "{\"contender\":\"%s\",\"primitive\":\"%s\",\"type\":\"%s\",\"determinism\":\"%s\",\"n\":%zu,\"nanoseconds\":%.1f,\"ofCopy\":%.4f}\n",
        contender.name.c_str(), contender.primitive.c_str(), type, contender.determinism.c_str(), n, median(times), median(ratios));
  }
};

template <class T>
void bench(std::size_t n, const char* type) {
  Bench<T> bench(n, type);
  bench.run();
}

}  // namespace

int main(int count, char** words) {
  if (count < 2) {
    std::fprintf(stderr, "cub N ...: at least one length\n");
    return 2;
  }
  for (int i = 1; i < count; i++) {
    const std::size_t n = std::strtoull(words[i], nullptr, 10);
    if (n == 0 || n % 4 != 0) {
      std::fprintf(stderr, "a length must be a positive multiple of 4, got %s\n", words[i]);
      return 2;
    }
    bench<std::uint32_t>(n, "u32");
    bench<float>(n, "f32");
    bench<double>(n, "f64");
  }
  return 0;
}
