// The native peers of `npm run bench -- algorithms`: the standard library's sorts and copy_if, and a plain radix sort.
//
// A line on standard input, a line back. Both sides make the same input from the seed.
//   prepare ID TASK TYPE PERCENT N SEED CONTENDER  ->  ok NANOSECONDS  runs once, checks the answer, and runs again
//   time ID CALLS                                  ->  ok NANOSECONDS  of all the calls
// Anything wrong: "error WHY". Every call begins with a copy of its input, as the calls in JavaScript do.
#include <algorithm>
#include <array>
#include <bit>
#include <chrono>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <functional>
#include <iostream>
#include <map>
#include <memory>
#include <sstream>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <vector>

namespace {

// The compiler must assume that the memory was read and written.
void keep(const void* memory) { asm volatile("" : : "g"(memory) : "memory"); }

// The same draws as contenders/algorithm-inputs.mjs.
struct Draws {
  std::uint32_t state;
  std::uint32_t next() {
    std::uint32_t bits = state = state * 1664525u + 1013904223u;
    bits = (bits ^ bits >> 16) * 0x7feb352du;
    bits = (bits ^ bits >> 15) * 0x846ca68bu;
    return bits ^ bits >> 16;
  }
};

void draw(Draws& draws, std::uint32_t& value) { value = draws.next(); }
void draw(Draws& draws, float& value) { value = std::ldexp(static_cast<float>(draws.next() >> 8), -23) - 1.0f; }
void draw(Draws& draws, double& value) {
  const double high = draws.next() >> 5;
  const double low = draws.next() >> 6;
  value = (high * 67108864.0 + low) / 4503599627370496.0 - 1.0;
}

template <class T>
std::vector<T> uniform(std::size_t n, std::uint32_t seed) {
  std::vector<T> elements(n);
  Draws draws{seed};
  for (T& element : elements) draw(draws, element);
  return elements;
}

// Unsigned integers whose order is that of the keys; there are no NaNs here.
std::uint32_t image(std::uint32_t key) { return key; }
std::uint32_t image(float key) {
  const auto bits = std::bit_cast<std::uint32_t>(key);
  return bits >> 31 ? ~bits : bits | 0x80000000u;
}
std::uint64_t image(double key) {
  const auto bits = std::bit_cast<std::uint64_t>(key);
  return bits >> 63 ? ~bits : bits | 0x8000000000000000u;
}

template <class T> struct Pair { T key; std::uint32_t value; };
template <class T> T key_of(const T& element) { return element; }
template <class T> T key_of(const Pair<T>& element) { return element.key; }
template <class T> bool are_same(const T& left, const T& right) { return image(left) == image(right); }
template <class T> bool are_same(const Pair<T>& left, const Pair<T>& right) {
  return image(left.key) == image(right.key) && left.value == right.value;
}

// What one writes first: bytes from the lowest on, counted in one pass, moved in one pass each.
template <class E>
void radix_sort(std::vector<E>& elements, std::vector<E>& scratch) {
  constexpr int passes = sizeof(image(key_of(elements[0])));
  std::vector<std::array<std::size_t, 256>> counts(passes);
  for (const E& element : elements) {
    const auto bits = image(key_of(element));
    for (int pass = 0; pass < passes; pass++) counts[pass][bits >> 8 * pass & 255]++;
  }
  for (int pass = 0; pass < passes; pass++) {
    std::size_t start = 0;
    for (std::size_t& count : counts[pass]) { const std::size_t own = count; count = start; start += own; }
    for (const E& element : elements) scratch[counts[pass][image(key_of(element)) >> 8 * pass & 255]++] = element;
    elements.swap(scratch);
  }
}

struct Contender {
  std::function<void()> run;
  std::function<void()> check;  // throws where the answer of the last run is wrong
};

template <class E>
Contender sorting(const std::string& name, std::vector<E> made) {
  const auto input = std::make_shared<std::vector<E>>(std::move(made));
  const auto work = std::make_shared<std::vector<E>>(*input);
  const auto scratch = std::make_shared<std::vector<E>>(name == "LSD radix sort" ? input->size() : 0);
  const auto less = [](const E& left, const E& right) { return key_of(left) < key_of(right); };
  std::function<void()> sort;
  if (name == "std::sort") sort = [=] { std::sort(work->begin(), work->end(), less); };
  else if (name == "std::stable_sort") sort = [=] { std::stable_sort(work->begin(), work->end(), less); };
  else if (name == "LSD radix sort") sort = [=] { radix_sort(*work, *scratch); };
  else throw std::runtime_error("unknown contender " + name);
  return {[=] { std::copy(input->begin(), input->end(), work->begin()); sort(); keep(work->data()); },
          [=] {
            std::vector<E> expected = *input;
            std::stable_sort(expected.begin(), expected.end(), less);
            for (std::size_t i = 0; i < expected.size(); i++)
              if (!are_same(expected[i], (*work)[i])) throw std::runtime_error("the order is wrong");
          }};
}

template <class T>
Contender pairs(const std::string& name, std::size_t n, std::uint32_t seed) {
  const std::vector<T> keys = uniform<T>(n, seed);
  std::vector<Pair<T>> made(n);
  for (std::size_t i = 0; i < n; i++) { made[i].key = keys[i]; made[i].value = static_cast<std::uint32_t>(i); }
  return sorting(name, std::move(made));
}

template <class T>
Contender filtering(const std::string& name, double share, std::size_t n, std::uint32_t seed) {
  if (name != "std::copy_if") throw std::runtime_error("unknown contender " + name);
  const auto input = std::make_shared<std::vector<T>>(uniform<T>(n, seed));
  const auto output = std::make_shared<std::vector<T>>(n);
  const auto count = std::make_shared<std::size_t>(0);
  const T threshold = static_cast<T>(std::is_integral_v<T> ? std::round(share * 4294967296.0) : 2 * share - 1);
  return {[=] {
            const auto end = std::copy_if(input->begin(), input->end(), output->begin(),
                                          [=](T value) { return value < threshold; });
            *count = static_cast<std::size_t>(end - output->begin());
            keep(output->data());
          },
          [=] {
            std::size_t kept = 0;
            for (const T& value : *input)
              if (value < threshold && (kept >= *count || (*output)[kept++] != value)) throw std::runtime_error("an element is wrong");
            if (kept != *count) throw std::runtime_error("the length is wrong");
          }};
}

template <class T>
Contender contender(const std::string& task, const std::string& name, double share, std::size_t n, std::uint32_t seed) {
  if (task == "sort") return sorting(name, uniform<T>(n, seed));
  if (task == "sort-pairs") return pairs<T>(name, n, seed);
  if (task == "filter") return filtering<T>(name, share, n, seed);
  throw std::runtime_error("unknown task " + task);
}

Contender contender(const std::string& type, const std::string& task, const std::string& name, double share, std::size_t n,
                    std::uint32_t seed) {
  if (type == "u32") return contender<std::uint32_t>(task, name, share, n, seed);
  if (type == "f32") return contender<float>(task, name, share, n, seed);
  if (type == "f64") return contender<double>(task, name, share, n, seed);
  throw std::runtime_error("unknown type " + type);
}

std::string timed(const Contender& each, long calls) {
  const auto start = std::chrono::steady_clock::now();
  while (calls-- > 0) each.run();
  return std::to_string(std::chrono::nanoseconds(std::chrono::steady_clock::now() - start).count());
}

std::string answer(std::map<int, Contender>& contenders, std::istringstream request) {
  std::string verb, task, type, name;
  int id = 0;
  if (request >> verb >> id; verb == "time") {
    long calls = 0;
    request >> calls;
    return timed(contenders.at(id), calls);
  }
  double percent = 0;
  std::size_t n = 0;
  std::uint32_t seed = 0;
  if (verb != "prepare" || !(request >> task >> type >> percent >> n >> seed) || n == 0) throw std::runtime_error("no such request");
  std::getline(request >> std::ws, name);
  Contender& each = contenders[id] = contender(type, task, name, percent / 100, n, seed);
  each.run();
  each.check();
  return timed(each, 1);
}

}  // namespace

int main() {
  std::map<int, Contender> contenders;
  for (std::string line; std::getline(std::cin, line);) {
    try { line = "ok " + answer(contenders, std::istringstream(line)); }
    catch (const std::exception& problem) { line = std::string("error ") + problem.what(); }
    std::cout << line << std::endl;
  }
}
