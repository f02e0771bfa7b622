// Sums of the C++ standard library for the gallery: stl NAME.
#include <cstdio>
#include <functional>
#include <numeric>
#include <string>
#include <vector>

#include "npy.h"

static double sum(const std::string &name, const double *x, size_t n) {
  if (name == "accumulate") return std::accumulate(x, x + n, 0.0);
  if (name == "reduce") return std::reduce(x, x + n, 0.0);
  std::vector<double> ones(n, 1.0);
  if (name == "transform_reduce") return std::transform_reduce(x, x + n, ones.begin(), 0.0);
  if (name == "inner_product") return std::inner_product(x, x + n, ones.begin(), 0.0);
  exit(2);
}

static bool scan(const std::string &name, const double *x, size_t n, double *out) {
  if (name == "inclusive_scan") std::inclusive_scan(x, x + n, out);
  else if (name == "partial_sum") std::partial_sum(x, x + n, out);
  else return false;
  return true;
}

int main(int, char **arguments) {
  const std::string name = arguments[1];
  size_t n;
  while (double *x = next_array(&n)) {
    std::vector<double> out(n);
    if (!scan(name, x, n, out.data())) out.assign(1, sum(name, x, n));
    for (double each : out) printf("%.17g ", each);
    printf("\n");
    fflush(stdout);
    free(x);
  }
}
