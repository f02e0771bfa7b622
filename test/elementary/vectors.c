/*
 * Values of the elementary functions by MPFR, correctly rounded: vectors.txt beside this file.
 *
 *   cc -O1 -o vectors vectors.c -lmpfr -lgmp && ./vectors > vectors.txt
 *
 * A line is a function, a type, the bits of the operands and of the value, in hexadecimal. NaN is written with its canonical bits.
 * f32 is rounded once, through a precision of 24 bits with the exponents and subnormals of that format.
 */
#include <inttypes.h>
#include <math.h>
#include <mpfr.h>
#include <stdio.h>
#include <string.h>

typedef int (*Unary)(mpfr_t, const mpfr_t, mpfr_rnd_t);
typedef int (*Binary)(mpfr_t, const mpfr_t, const mpfr_t, mpfr_rnd_t);

static const struct { const char *name; Unary apply; } UNARY[] = {
    {"exp", mpfr_exp}, {"expm1", mpfr_expm1}, {"exp2", mpfr_exp2}, {"log", mpfr_log}, {"log1p", mpfr_log1p},
    {"log2", mpfr_log2}, {"log10", mpfr_log10}, {"sin", mpfr_sin}, {"cos", mpfr_cos}, {"tan", mpfr_tan},
    {"asin", mpfr_asin}, {"acos", mpfr_acos}, {"atan", mpfr_atan}, {"sinh", mpfr_sinh}, {"cosh", mpfr_cosh},
    {"tanh", mpfr_tanh}, {"cbrt", mpfr_cbrt}};
static const struct { const char *name; Binary apply; } BINARY[] = {
    {"pow", mpfr_pow}, {"atan2", mpfr_atan2}, {"hypot", mpfr_hypot}};

static uint64_t state = 20261123;
static uint64_t next(void) { /* splitmix64 */
  uint64_t z = (state += 0x9e3779b97f4a7c15ull);
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ull;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebull;
  return z ^ (z >> 31);
}
static double f64(uint64_t bits) { double x; memcpy(&x, &bits, 8); return x; }
static float f32(uint32_t bits) { float x; memcpy(&x, &bits, 4); return x; }

/* Numbers of usual sizes, and any bits at all. */
static double random64(int i) {
  if (i % 3 == 0) return f64(next());
  double u = (double)(next() >> 11) * 0x1p-53, sign = (next() & 1) ? 1 : -1;
  return i % 3 == 1 ? sign * u : sign * ldexp(1 + u, (int)(next() % 24) - 12);
}
static double operand(int isSingle, int i) {
  if (!isSingle) return random64(i);
  return i % 3 == 0 ? f32((uint32_t)next()) : (double)(float)random64(i);
}

static void begin(int isSingle) {
  mpfr_set_default_prec(isSingle ? 24 : 53);
  mpfr_set_emin(isSingle ? -148 : -1073);
  mpfr_set_emax(isSingle ? 128 : 1024);
}
static void print(int isSingle, double x) {
  if (isSingle) {
    float y = (float)x; uint32_t bits; memcpy(&bits, &y, 4);
    printf(" %08" PRIx32, isnan(x) ? 0x7fc00000u : bits);
  } else {
    uint64_t bits; memcpy(&bits, &x, 8);
    printf(" %016" PRIx64, isnan(x) ? 0x7ff8000000000000ull : bits);
  }
}
static void unary(int isSingle, int f, double x) {
  mpfr_t in, out; begin(0); mpfr_init2(in, 53); mpfr_set_d(in, x, MPFR_RNDN);
  begin(isSingle); mpfr_init(out);
  mpfr_subnormalize(out, UNARY[f].apply(out, in, MPFR_RNDN), MPFR_RNDN);
  printf("%s %s", UNARY[f].name, isSingle ? "f32" : "f64");
  print(isSingle, x); print(isSingle, mpfr_get_d(out, MPFR_RNDN)); printf("\n");
  mpfr_clears(in, out, (mpfr_ptr)0);
}
static void binary(int isSingle, int f, double x, double y) {
  mpfr_t one, two, out; begin(0); mpfr_inits2(53, one, two, (mpfr_ptr)0);
  mpfr_set_d(one, x, MPFR_RNDN); mpfr_set_d(two, y, MPFR_RNDN);
  begin(isSingle); mpfr_init(out);
  mpfr_subnormalize(out, BINARY[f].apply(out, one, two, MPFR_RNDN), MPFR_RNDN);
  printf("%s %s", BINARY[f].name, isSingle ? "f32" : "f64");
  print(isSingle, x); print(isSingle, y); print(isSingle, mpfr_get_d(out, MPFR_RNDN)); printf("\n");
  mpfr_clears(one, two, out, (mpfr_ptr)0);
}

static const double EDGES[] = {
    0.0, -0.0, 1, -1, 2, -2, 0.5, -0.5, 3, 10, 100, 1e22, 1e23, 0.1, -0.7, 0x1p-27, -0x1p-28, 0x1p-60, -0x1p-600,
    1 + 0x1p-23, 1 - 0x1p-24, 1 + 0x1p-52, 1 - 0x1p-53, -1 + 0x1p-24, 1.5707963267948966, 3.1415927410125732,
    88.7, 89, -87.4, -103.97, -104, 127.99999, -149.5, 709.78, 709.79, -708.4, -745.13, -745.14, 1023.9999, -1074.5,
    1e5, 0x1p24, 0x1p53, 0x1.921fb54442d18p+1, 0x1p120, 0x1p1000, -0x1.6ac5b262ca1ffp+849, 0x1p-126, 0x1p-149,
    0x1p-1022, 0x1p-1074, 0x1.fffffep127, 0x1.fffffffffffffp1023, INFINITY, -INFINITY, NAN};
static const double PAIR_EDGES[] = {0.0, -0.0, 1, -1, 2, -0.5, 3, 0x1p-1074, 0x1p-149, 0x1p1000, -0x1p120, 0.3,
                                    4294967297.0, 1 + 0x1p-52, 81, -1075, INFINITY, -INFINITY, NAN};
/*
 * Doubles whose values lie within 2^-54 to 2^-89 units of the last place of a double or of the middle between two: published by Lefèvre and Muller
 * and in the tests of CORE-MATH, and each measured again with 700 bits. An argument of sine that is next to a multiple of π is among them.
 */
static const struct { const char *name; double x; } HARD[] = {
    {"exp", 0x1.9e9cbbfd6080bp-31}, {"exp", -0x1.ed318efb627eap-27}, {"exp", 0x1.83d4bcdebb3f4p+2},
    {"expm1", 0x1.83d4bcdebb3f4p+2}, {"log", 0x1.62a88613629b6p+678}, {"sin", 0x1.e0000000001c2p-20},
    {"sin", 0x1.598bae9e632f6p-7}, {"sin", 0x1.6ac5b262ca1ffp+849}, {"cos", 0x1.8000000000009p-23},
    {"cos", 0x1.06b505550e6b2p-9}, {"tan", 0x1.dffffffffff1fp-22}, {"exp2", 0x1.e4596526bf94dp-10},
    {"log2", 0x1.b4ebe40c95a01p0}, {"asin", 0x1.c373ff4aad79bp-14}, {"acos", 0x1.53ea6c7255e88p-4},
    {"sinh", 0x1.dfffffffffe3ep-20}, {"cosh", 0x1.ea5f2f2e4b0c5p+1}};
#define COUNT(list) (int)(sizeof(list) / sizeof(list[0]))

int main(void) {
  for (int i = 0; i < COUNT(HARD); i++)
    for (int f = 0; f < COUNT(UNARY); f++)
      if (!strcmp(UNARY[f].name, HARD[i].name)) unary(0, f, HARD[i].x);
  for (int isSingle = 0; isSingle < 2; isSingle++) {
    for (int f = 0; f < COUNT(UNARY); f++) {
      for (int i = 0; i < COUNT(EDGES); i++) unary(isSingle, f, isSingle ? (float)EDGES[i] : EDGES[i]);
      for (int i = 0; i < 60; i++) unary(isSingle, f, operand(isSingle, i));
    }
    for (int f = 0; f < COUNT(BINARY); f++) {
      for (int i = 0; i < COUNT(PAIR_EDGES); i++)
        for (int j = 0; j < COUNT(PAIR_EDGES); j++)
          binary(isSingle, f, isSingle ? (float)PAIR_EDGES[i] : PAIR_EDGES[i],
                 isSingle ? (float)PAIR_EDGES[j] : PAIR_EDGES[j]);
      for (int i = 0; i < 120; i++) binary(isSingle, f, operand(isSingle, i), operand(isSingle, i + i / 3));
    }
  }
  return 0;
}
