// Dot products by the BLAS in a file, for the gallery: blas FILE ddot|dgemv|dgemm|dasum. The other operand is all ones.
#include <dlfcn.h>

#include "npy.h"

typedef double ddot_t(const int *, const double *, const int *, const double *, const int *);
typedef double dasum_t(const int *, const double *, const int *);
typedef void dgemv_t(const char *, const int *, const int *, const double *, const double *, const int *, const double *,
                     const int *, const double *, double *, const int *);
typedef void dgemm_t(const char *, const char *, const int *, const int *, const int *, const double *, const double *,
                     const int *, const double *, const int *, const double *, double *, const int *);

enum { SIDE = 8 };

int main(int count, char **arguments) {
  if (count != 3) return 2;
  void *blas = dlopen(arguments[1], RTLD_NOW);
  if (blas == NULL) return fprintf(stderr, "%s\n", dlerror()), 1;
  const char *name = arguments[2];
  char symbol[16];
  snprintf(symbol, sizeof symbol, "%s_", name);
  void *routine = dlsym(blas, symbol);
  if (routine == NULL) return fprintf(stderr, "%s\n", dlerror()), 1;
  const int one = 1, side = SIDE;
  const double unit = 1, zero = 0;
  size_t length;
  for (double *x; (x = next_array(&length)) != NULL; free(x)) {
    const int n = (int)length;
    double *ones = (double *)aligned_alloc(64, ((size_t)n * SIDE * sizeof(double) + 63) / 64 * 64);
    double *matrix = (double *)aligned_alloc(64, ((size_t)n * SIDE * sizeof(double) + 63) / 64 * 64);
    for (int i = 0; i < n * SIDE; i++) ones[i] = matrix[i] = 1;
    for (int i = 0; i < n; i++) matrix[i * SIDE] = x[i]; // column by column: x is the first row
    double out[SIDE * SIDE] = {0};
    if (strcmp(name, "ddot") == 0) out[0] = ((ddot_t *)routine)(&n, x, &one, ones, &one);
    else if (strcmp(name, "dasum") == 0) out[0] = ((dasum_t *)routine)(&n, x, &one);
    else if (strcmp(name, "dgemv") == 0)
      ((dgemv_t *)routine)("N", &side, &n, &unit, matrix, &side, ones, &one, &zero, out, &one);
    else
      ((dgemm_t *)routine)("N", "N", &side, &side, &n, &unit, matrix, &side, ones, &n, &zero, out, &side);
    printf("%.17g\n", out[0]);
    fflush(stdout);
    free(ones);
    free(matrix);
  }
}
