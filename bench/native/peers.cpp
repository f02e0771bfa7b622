// The native peers of `npm run bench -- cpu`: memcpy and the standard library's reduce and scans, one batch at a time.
//
// A line on standard input, a line back. Both sides make the same input from the seed.
//   prepare ID CONTENDER TYPE N SEED  ->  ok LAST_BITS    runs once and checks the answer against long double
//   time ID CALLS SLICES              ->  ok NANOSECONDS CALM  of all the calls together, SLICES times CALLS
// It is timed when the core is this process's alone, or after a while all the same; CALM is 1 where it was so before and after, else 0.
// Anything wrong: "error WHY". Compiled at -O3 -march=native; never with -ffast-math, which would change the sums.
#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <functional>
#include <iostream>
#include <limits>
#include <map>
#include <memory>
#include <numeric>
#include <sstream>
#include <stdexcept>
#include <string>

namespace {

constexpr std::size_t alignment = 64;  // a cache line, as library memory has it

// The compiler must assume that the value is used, and that all memory was read and written.
template <class T>
void keep(const T& value) { asm volatile("" : : "g"(&value) : "memory"); }

struct Released { void operator()(void* memory) const { std::free(memory); } };
template <class T> using Array = std::unique_ptr<T[], Released>;

template <class T>
Array<T> array_of(std::size_t n) {
  const std::size_t bytes = (n * sizeof(T) + alignment - 1) / alignment * alignment;
  Array<T> array{static_cast<T*>(std::aligned_alloc(alignment, bytes))};
  if (!array) throw std::runtime_error("out of memory");
  std::memset(array.get(), 0, bytes);
  return array;
}

struct Draws {
  std::uint32_t state;
  std::uint32_t next() { return state = state * 1664525u + 1013904223u; }
};

// Uniform in [-1, 1), every value exact. contenders/inputs.mjs draws the same.
void draw(Draws& draws, float& value) { value = std::ldexp(static_cast<float>(draws.next() >> 8), -23) - 1.0f; }
void draw(Draws& draws, double& value) {
  const double high = draws.next() >> 5;
  const double low = draws.next() >> 6;
  value = (high * 67108864.0 + low) / 4503599627370496.0 - 1.0;
}

template <class T>
struct Arrays { Array<T> input, output; };

template <class T>
Arrays<T>& arrays_for(std::size_t n, std::uint32_t seed) {
  static std::map<std::pair<std::size_t, std::uint32_t>, Arrays<T>> known;
  Arrays<T>& arrays = known[{n, seed}];
  if (!arrays.input) {
    arrays = {array_of<T>(n), array_of<T>(n)};
    Draws draws{seed};
    for (std::size_t i = 0; i < n; i++) draw(draws, arrays.input[i]);
  }
  return arrays;
}

struct Contender {
  std::function<void(long)> batch;          // so many calls
  std::function<std::string()> last_bits;   // of the answer, once it is found right
};

std::string bits_of(double value) {
  std::uint64_t bits = 0;
  std::memcpy(&bits, &value, sizeof bits);
  char text[17];
  std::snprintf(text, sizeof text, "%016llx", static_cast<unsigned long long>(bits));
  return text;
}

// Every value within the bound of any order of summation: (n - 1) u sum|x|.
template <class T>
void check_sums(const T* input, std::size_t n, const std::function<T(std::size_t)>& value, std::size_t first) {
  long double sum = 0, magnitude = 0;
  for (std::size_t i = 0; i < n; i++) {
    sum += input[i];
    magnitude += std::fabs(input[i]);
    const long double bound = i * (std::numeric_limits<T>::epsilon() / 2) * magnitude;
    if (i >= first && std::fabs(value(i) - sum) > bound) throw std::runtime_error("a sum is wrong at " + std::to_string(i));
  }
}

template <class T>
Contender contender(const std::string& name, std::size_t n, std::uint32_t seed) {
  Arrays<T>& arrays = arrays_for<T>(n, seed);
  const T* input = arrays.input.get();
  T* output = arrays.output.get();
  const auto scan_bits = [=] {
    check_sums<T>(input, n, [=](std::size_t i) { return output[i]; }, 0);
    return bits_of(output[n - 1]);
  };
  if (name == "memcpy") {
    return {[=](long calls) { while (calls-- > 0) { std::memcpy(output, input, n * sizeof(T)); keep(*output); } },
            [=] { if (std::memcmp(input, output, n * sizeof(T)) != 0) throw std::runtime_error("the copy differs");
                  return bits_of(output[n - 1]); }};
  }
  if (name == "std::inclusive_scan") {
    return {[=](long calls) { while (calls-- > 0) { std::inclusive_scan(input, input + n, output); keep(*output); } }, scan_bits};
  }
  if (name == "std::partial_sum") {
    return {[=](long calls) { while (calls-- > 0) { std::partial_sum(input, input + n, output); keep(*output); } }, scan_bits};
  }
  if (name == "std::reduce") {
    return {[=](long calls) { while (calls-- > 0) { const T total = std::reduce(input, input + n); keep(total); } },
            [=] { const T total = std::reduce(input, input + n);
                  check_sums<T>(input, n, [=](std::size_t) { return total; }, n - 1);
                  return bits_of(total); }};
  }
  throw std::runtime_error("unknown contender " + name);
}

using Clock = std::chrono::steady_clock;

long nanoseconds_since(Clock::time_point start) {
  return std::chrono::duration_cast<std::chrono::nanoseconds>(Clock::now() - start).count();
}

// As contenders/gauge.mjs: six chains of one operation each, more than a core's adders take in a cycle.
class Gauge {
 public:
  Gauge() {
    shortest_.fill(never);
    is_calm(calibration_nanoseconds, 0);
  }

  bool is_calm(long nanoseconds) { return is_calm(nanoseconds, tolerance); }

 private:
  static constexpr long calibration_nanoseconds = 100'000'000;
  static constexpr double tolerance = 1.05;
  static constexpr long never = std::numeric_limits<long>::max();
  std::array<long, 33> shortest_;  // ascending, and room for one more; the last but that counts, as contenders/gauge.mjs says

  long run() {
    const auto start = Clock::now();
    unsigned a = 1, b = 2, c = 3, d = 4, e = 5, f = 6;
    for (unsigned i = 50'000; i > 0; i--) {
      a += i, b ^= i, c -= i, d += i, e ^= i, f -= i;
      asm volatile("" : "+r"(a), "+r"(b), "+r"(c), "+r"(d), "+r"(e), "+r"(f));
    }
    const long nanoseconds = nanoseconds_since(start);
    shortest_.back() = nanoseconds;
    std::ranges::sort(shortest_);
    return nanoseconds;
  }

  bool is_calm(long nanoseconds, double tolerance_now) {
    const auto start = Clock::now();
    do {
      if (run() <= shortest_[shortest_.size() - 2] * tolerance_now) return true;
    } while (nanoseconds_since(start) < nanoseconds);
    return false;
  }
};

std::string answer(Gauge& gauge, std::map<int, Contender>& contenders, std::istringstream request) {
  std::string verb, name, type;
  int id = 0;
  if (request >> verb >> id; verb == "time") {
    long calls = 0, slices = 0;
    request >> calls >> slices;
    constexpr long settling_nanoseconds = 10'000'000, returning_nanoseconds = 100'000;
    const Contender& contender = contenders.at(id);
    const bool was_calm = gauge.is_calm(settling_nanoseconds);
    const auto start = Clock::now();
    contender.batch(calls * slices);
    const long nanoseconds = nanoseconds_since(start);
    return std::to_string(nanoseconds) + (gauge.is_calm(returning_nanoseconds) && was_calm ? " 1" : " 0");
  }
  std::size_t n = 0;
  std::uint32_t seed = 0;
  if (verb != "prepare" || !(request >> name >> type >> n >> seed) || n == 0) throw std::runtime_error("no such request");
  contenders[id] = type == "f64" ? contender<double>(name, n, seed) : contender<float>(name, n, seed);
  contenders[id].batch(1);
  return contenders[id].last_bits();
}

}  // namespace

int main() {
  Gauge gauge;
  std::map<int, Contender> contenders;
  for (std::string line; std::getline(std::cin, line);) {
    try { line = "ok " + answer(gauge, contenders, std::istringstream(line)); }
    catch (const std::exception& problem) { line = std::string("error ") + problem.what(); }
    std::cout << line << std::endl;
  }
}
