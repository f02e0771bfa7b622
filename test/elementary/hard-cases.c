/*
 * Operands of log and pow whose values lie close to the middle between two doubles, where rounding is hardest: hard-cases.txt beside this file.
 *
 *   cc -O2 -o hard-cases hard-cases.c -lmpfr -lgmp -lm && (./hard-cases log && ./hard-cases pow) > hard-cases.txt
 *
 * A line is a function, f64, the bits of the operands, of the value as MPFR rounds it, and the distance from the middle in units of the last
 * place, as a power of two. Of 2^35 operands of log and 2^34 of pow the closest are 2^-39 and 2^-34.7 away. Half a minute each.
 *
 * The search: a block is STEPS doubles in a row from a random one. Within it the function is a parabola but for far less than is looked for, so that its
 * values, of which only what lies below the last place of a double matters, follow from three of them by two additions of 128 bits each, mod 1.
 * What looks close is measured again with 320 bits, and the closest are kept.
 */
#include <inttypes.h>
#include <math.h>
#include <mpfr.h>
#include <stdio.h>
#include <string.h>

typedef unsigned __int128 Part; /* of a unit in the last place, in units of 2^-128 */

enum { STEPS = 1 << 16, KEPT = 12, BITS = 320 };
#define CLOSE (1ull << 34) /* in units of 2^-64 */

static uint64_t state = 20261123;
static uint64_t next(void) { /* splitmix64 */
  uint64_t z = (state += 0x9e3779b97f4a7c15ull);
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ull;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebull;
  return z ^ (z >> 31);
}
static double f64(uint64_t bits) { double x; memcpy(&x, &bits, 8); return x; }
static uint64_t bitsOf(double x) { uint64_t bits; memcpy(&bits, &x, 8); return bits; }
static double fromOneToTwo(void) { return f64((next() >> 12) | 0x3ff0000000000000ull); }

static int isPow;
static mpfr_t in, second, out;
static mpz_t whole;

static void evaluate(double x, double y) {
  mpfr_set_d(in, x, MPFR_RNDN);
  if (!isPow) { mpfr_log(out, in, MPFR_RNDN); return; }
  mpfr_set_d(second, y, MPFR_RNDN);
  mpfr_pow(out, in, second, MPFR_RNDN);
}
static Part partOfLast(mpfr_exp_t exponent) {
  mpfr_mul_2si(out, out, 53 + 128 - exponent, MPFR_RNDN);
  mpfr_get_z(whole, out, MPFR_RNDN);
  mpz_fdiv_r_2exp(whole, whole, 128);
  uint64_t words[2] = {0, 0};
  mpz_export(words, NULL, -1, 8, 0, 0, whole);
  return ((Part)words[1] << 64) | words[0];
}

typedef struct { double x, y, distance; } Case;
static Case kept[KEPT];
static int count;

/* Sorted, the closest first. */
static void keep(double x, double y) {
  evaluate(x, y);
  Part part = partOfLast(mpfr_get_exp(out)), half = (Part)1 << 127;
  double distance = log2((double)(part < half ? half - part : part - half)) - 128;
  if (count == KEPT && distance >= kept[KEPT - 1].distance) return;
  if (count < KEPT) count++;
  int i = count - 1;
  for (; i > 0 && kept[i - 1].distance > distance; i--) kept[i] = kept[i - 1];
  kept[i] = (Case){x, y, distance};
}

static void searchFrom(double x, double y) {
  uint64_t bits = bitsOf(x);
  evaluate(f64(bits + STEPS), y);
  mpfr_exp_t exponent = mpfr_get_exp(out);
  Part values[3];
  for (int i = 0; i < 3; i++) {
    evaluate(f64(bits + i), y);
    if (mpfr_get_exp(out) != exponent) return;
    values[i] = partOfLast(exponent);
  }
  Part value = values[0], step = values[1] - values[0], change = values[2] - 2 * values[1] + values[0];
  for (int i = 0; i < STEPS; i++) {
    if ((uint64_t)(value >> 64) - ((1ull << 63) - CLOSE) < 2 * CLOSE) keep(f64(bits + i), y);
    value += step;
    step += change;
  }
}

int main(int argc, char **argv) {
  isPow = argc > 1 && !strcmp(argv[1], "pow");
  mpfr_inits2(BITS, in, second, out, (mpfr_ptr)0);
  mpz_init(whole);
  int blocks = isPow ? 1 << 18 : 1 << 19;
  for (int i = 0; i < blocks; i++) {
    /* Half of the bases next to 1, the others of any exponent (of pow: whose powers are doubles). */
    double x = fromOneToTwo();
    if (bitsOf(x) + STEPS >= 0x4000000000000000ull) continue;
    double y = (next() & 1 ? 1 : -1) * ldexp(fromOneToTwo(), (int)(next() % 8) - 4);
    searchFrom(ldexp(x, i % 2 ? -(int)(next() % 2) : (int)(next() % (isPow ? 64 : 2000)) - (isPow ? 32 : 1000)), y);
  }
  for (int i = 0; i < count; i++) {
    evaluate(kept[i].x, kept[i].y);
    printf("%s f64 %016" PRIx64, isPow ? "pow" : "log", bitsOf(kept[i].x));
    if (isPow) printf(" %016" PRIx64, bitsOf(kept[i].y));
    printf(" %016" PRIx64 " %.2f\n", bitsOf(mpfr_get_d(out, MPFR_RNDN)), kept[i].distance);
  }
  return 0;
}
