/**
 * What the combinator rules rest on: laws of combined operators that follow from laws of their parts, whatever the parts are.
 *
 * Values are of a sort V of which nothing is known, operators are functions of which nothing is known but the premises. Each script asserts
 * premises and the opposite of the conclusion; the tests of this file let Z3 find that none of them has a model.
 */
export interface Theorem {
  readonly combinator: string; // as derivations name it
  readonly law: string;
  readonly premises: readonly string[]; // in words
  readonly script: string; // SMT-LIB 2; no model
}

/** A statement about functions of the script, for all values. */
interface Axiom {
  readonly says: string;
  readonly text: string;
}

const forAll = (variables: string, says: string, body: string): Axiom => ({
  says,
  text: `(assert (forall (${variables
    .split(" ")
    .map((variable) => `(${variable} V)`)
    .join(" ")}) ${body}))`,
});

/** Equality as it is observed: any equivalence. Which of the two equalities is meant is open, so the theorem is true of both. */
const SAME: readonly Axiom[] = [
  forAll("x", "same is reflexive", "(same x x)"),
  forAll("x y", "same is symmetric", "(=> (same x y) (same y x))"),
  forAll("x y z", "same is transitive", "(=> (and (same x y) (same y z)) (same x z))"),
];

/** Laws of a part up to `same`: enough where the combinator does not go on computing with what is only the same. */
const upToSame = {
  associative: (f: string) =>
    forAll("x y z", `${f} associative`, `(same (${f} (${f} x y) z) (${f} x (${f} y z)))`),
  commutative: (f: string) => forAll("x y", `${f} commutative`, `(same (${f} x y) (${f} y x))`),
  idempotent: (f: string) => forAll("x", `${f} idempotent`, `(same (${f} x x) x)`),
  "left-identity": (f: string) => forAll("x", `e a left identity of ${f}`, `(same (${f} e x) x)`),
  "right-identity": (f: string) => forAll("x", `e a right identity of ${f}`, `(same (${f} x e) x)`),
};

/** The same laws exactly: needed where one operator works on what another one gives. */
const exact = {
  associative: (f: string) =>
    forAll("x y z", `${f} associative`, `(= (${f} (${f} x y) z) (${f} x (${f} y z)))`),
  commutative: (f: string) => forAll("x y", `${f} commutative`, `(= (${f} x y) (${f} y x))`),
  identity: (f: string, e: string) => [
    forAll("x", `${e} a left identity of ${f}`, `(= (${f} ${e} x) x)`),
    forAll("x", `${e} a right identity of ${f}`, `(= (${f} x ${e}) x)`),
  ],
  leftIdentity: (f: string, e: string) => forAll("x", `${e} a left identity of ${f}`, `(= (${f} ${e} x) x)`),
  rightIdentity: (f: string, e: string) =>
    forAll("x", `${e} a right identity of ${f}`, `(= (${f} x ${e}) x)`),
  leftZero: forAll("x", "zero a left zero of times", "(= (times zero x) zero)"),
  rightZero: forAll("x", "zero a right zero of times", "(= (times x zero) zero)"),
  rightDistributive: forAll(
    "x y z",
    "times distributes over plus from the right",
    "(= (times (plus x y) z) (plus (times x z) (times y z)))",
  ),
  leftDistributive: forAll(
    "x y z",
    "times distributes over plus from the left",
    "(= (times z (plus x y)) (plus (times z x) (times z y)))",
  ),
};

type PartLaw = keyof typeof upToSame;

const SELECTS = forAll("x y", "dot gives one of its operands", "(or (= (dot x y) x) (= (dot x y) y))");

/** What `min` and `max` are on every type: the end of a total order, where what ties is together. */
const PICKS: readonly Axiom[] = [
  exact.associative("dot"),
  exact.commutative("dot"),
  SELECTS,
  forAll(
    "x y z",
    "what lies between ties ties",
    "(=> (and (= (dot x y) y) (= (dot y z) z) (same x z)) (same x y))",
  ),
];

/** A combinator: the record that it makes, and how it combines two of them. */
interface Combinator {
  readonly name: string;
  readonly fields: readonly string[];
  readonly functions: readonly string[]; // operators on V, the parts
  readonly combine: string; // over l and r
  readonly same: string; // of two records a and b
  readonly inside?: string; // the carrier, over a
}

const SEGMENTED: Combinator = {
  name: "segmented",
  fields: ["(value V)", "(head Bool)"],
  functions: ["dot"],
  combine: "(record (ite (head r) (value r) (dot (value l) (value r))) (or (head l) (head r)))",
  same: "(and (same (value a) (value b)) (= (head a) (head b)))",
};

const LIFTED: Combinator = {
  name: "lifted",
  fields: ["(value V)", "(present Bool)"],
  functions: ["dot"],
  combine:
    "(record (ite (present l) (ite (present r) (dot (value l) (value r)) (value l)) (value r)) (or (present l) (present r)))",
  same: "(and (same (value a) (value b)) (= (present a) (present b)))",
  inside: "(or (present a) (= (value a) zero))",
};

const PRODUCT: Combinator = {
  name: "product",
  fields: ["(first V)", "(second V)"],
  functions: ["dot", "star"],
  combine: "(record (dot (first l) (first r)) (star (second l) (second r)))",
  same: "(and (same (first a) (first b)) (same (second a) (second b)))",
};

const DUAL: Combinator = {
  name: "dual",
  fields: ["(value V)"],
  functions: ["dot"],
  combine: "(record (dot (value r) (value l)))",
  same: "(same (value a) (value b))",
};

const AFFINE: Combinator = {
  name: "affine",
  fields: ["(scale V)", "(offset V)"],
  functions: ["plus", "times"],
  combine: "(record (times (scale l) (scale r)) (plus (times (offset l) (scale r)) (offset r)))",
  same: "(= a b)",
};

/** Where `dot` picks the later one of a total order, and `same` says which values tie. */
const ARG_BY: Combinator = {
  name: "arg-by",
  fields: ["(value V)", "(index Int)"],
  functions: ["dot"],
  combine: argCombine(
    "(ite (same (value r) picked) (ite (< (index r) (index l)) (index r) (index l)) (index l))",
  ),
  same: "(= a b)",
  inside: "(<= (index a) largest)",
};

const ARG_BY_LEFTMOST: Combinator = { ...ARG_BY, name: "arg-by-leftmost", combine: argCombine("(index l)") };

function argCombine(indexOfLeft: string): string {
  const index = `(ite (same (value l) picked) ${indexOfLeft} (index r))`;
  return `(let ((picked (dot (value l) (value r)))) (record picked ${index}))`;
}

const MATRICES: Combinator = {
  name: "matrices-2x2",
  fields: ["(m11 V)", "(m12 V)", "(m21 V)", "(m22 V)"],
  functions: ["plus", "times"],
  combine: `(record ${["11 12 11 21", "11 12 12 22", "21 22 11 21", "21 22 12 22"]
    .map((entries) => {
      const [first, second, third, fourth] = entries.split(" ");
      return `(plus (times (m${first} l) (m${third} r)) (times (m${second} l) (m${fourth} r)))`;
    })
    .join(" ")})`,
  same: "(= a b)",
};

/** What a law says of the record operator, about records a, b, c and the record `unit`. */
const CONCLUSIONS: Readonly<Record<PartLaw, string>> = {
  associative: "(alike (combine (combine a b) c) (combine a (combine b c)))",
  commutative: "(alike (combine a b) (combine b a))",
  idempotent: "(alike (combine a a) a)",
  "left-identity": "(alike (combine unit a) a)",
  "right-identity": "(alike (combine a unit) a)",
};

interface Statement {
  readonly law: PartLaw;
  readonly premises: readonly Axiom[];
  readonly unit?: string; // the record that is meant as the identity
  readonly isOnCarrier?: boolean;
}

function theorem(combinator: Combinator, { law, premises, unit, isOnCarrier }: Statement): Theorem {
  const lines = [
    "(set-logic ALL)",
    "(declare-sort V 0)",
    "(declare-fun same (V V) Bool)",
    ...["e", "one", "zero"].map((name) => `(declare-const ${name} V)`),
    "(declare-const largest Int)",
    ...combinator.functions.map((name) => `(declare-fun ${name} (V V) V)`),
    ...[...SAME, ...premises].map(({ text }) => text),
    `(declare-datatypes ((Record 0)) (((record ${combinator.fields.join(" ")}))))`,
    `(define-fun combine ((l Record) (r Record)) Record ${combinator.combine})`,
    `(define-fun alike ((a Record) (b Record)) Bool ${combinator.same})`,
    ...["a", "b", "c"].map((name) => `(declare-const ${name} Record)`),
    ...(unit === undefined ? [] : [`(define-fun unit () Record ${unit})`]),
    ...(isOnCarrier === true ? carrierLines(combinator) : []),
    `(assert (not ${CONCLUSIONS[law]}))`,
    "(check-sat)",
  ];
  const carrier = isOnCarrier === true ? [`for records a with ${combinator.inside ?? "true"}`] : [];
  return {
    combinator: combinator.name,
    law,
    premises: [...premises.map(({ says }) => says), ...carrier],
    script: `${lines.join("\n")}\n`,
  };
}

function carrierLines({ inside = "true" }: Combinator): readonly string[] {
  return [
    `(define-fun inside ((a Record)) Bool ${inside})`,
    "(assert (and (inside a) (inside b) (inside c)))",
  ];
}

const PART_LAWS = Object.keys(upToSame) as readonly PartLaw[];
const MIRRORED: Readonly<Record<PartLaw, PartLaw>> = {
  associative: "associative",
  commutative: "commutative",
  idempotent: "idempotent",
  "left-identity": "right-identity",
  "right-identity": "left-identity",
};

const SEMIRING_SUM = [exact.associative("plus"), exact.associative("times"), exact.rightDistributive];

/** Every theorem. */
export const THEOREMS: readonly Theorem[] = [
  ...(["associative", "idempotent"] as const).flatMap((law) => [
    theorem(SEGMENTED, { law, premises: [upToSame[law]("dot")] }),
    theorem(LIFTED, { law, premises: [upToSame[law]("dot")] }),
  ]),
  ...(["left-identity", "right-identity"] as const).map((law) =>
    theorem(SEGMENTED, { law, premises: [upToSame[law]("dot")], unit: "(record e false)" }),
  ),
  theorem(LIFTED, { law: "commutative", premises: [upToSame.commutative("dot")], isOnCarrier: true }),
  theorem(LIFTED, { law: "left-identity", premises: [], unit: "(record e false)" }),
  theorem(LIFTED, { law: "right-identity", premises: [], unit: "(record zero false)", isOnCarrier: true }),
  ...PART_LAWS.map((law) =>
    theorem(PRODUCT, { law, premises: [upToSame[law]("dot"), upToSame[law]("star")], unit: "(record e e)" }),
  ),
  ...PART_LAWS.map((law) =>
    theorem(DUAL, { law, premises: [upToSame[MIRRORED[law]]("dot")], unit: "(record e)" }),
  ),
  ...[ARG_BY, ARG_BY_LEFTMOST].flatMap((combinator) => [
    theorem(combinator, { law: "associative", premises: PICKS }),
    theorem(combinator, { law: "idempotent", premises: [SELECTS] }),
  ]),
  theorem(ARG_BY, { law: "commutative", premises: [exact.commutative("dot"), SELECTS] }),
  ...(["left-identity", "right-identity"] as const).map((law) =>
    theorem(
      { ...ARG_BY, same: "(and (same (value a) (value b)) (= (index a) (index b)))" },
      { law, premises: [upToSame[law]("dot")], unit: "(record e largest)", isOnCarrier: true },
    ),
  ),
  theorem(AFFINE, { law: "associative", premises: SEMIRING_SUM }),
  theorem(AFFINE, {
    law: "left-identity",
    premises: [exact.leftIdentity("times", "one"), exact.leftIdentity("plus", "zero"), exact.leftZero],
    unit: "(record one zero)",
  }),
  theorem(AFFINE, {
    law: "right-identity",
    premises: [exact.rightIdentity("times", "one"), exact.rightIdentity("plus", "zero")],
    unit: "(record one zero)",
  }),
  theorem(MATRICES, {
    law: "associative",
    premises: [...SEMIRING_SUM, exact.leftDistributive, exact.commutative("plus")],
  }),
  theorem(MATRICES, {
    law: "left-identity",
    premises: [exact.leftIdentity("times", "one"), ...exact.identity("plus", "zero"), exact.leftZero],
    unit: "(record one zero zero one)",
  }),
  theorem(MATRICES, {
    law: "right-identity",
    premises: [exact.rightIdentity("times", "one"), ...exact.identity("plus", "zero"), exact.rightZero],
    unit: "(record one zero zero one)",
  }),
];
