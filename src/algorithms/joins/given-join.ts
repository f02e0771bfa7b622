import { type ElementArray, elementTypeOf } from "../../values/element-types.ts";
import { InvalidArgumentError } from "../../values/errors.ts";
import { checkTextColumn, isTextColumn, type TextColumn } from "../../values/text-column.ts";
import { type Column, pathText } from "../../values/value-types.ts";
import { type GivenColumns, givenColumns, nameOf } from "../move-columns.ts";

/** Keys of one side of a join: one column, or a record of them, which are equal where all columns are. */
export type JoinKeys = ElementArray | TextColumn | RecordOfKeys;

interface RecordOfKeys {
  readonly [field: string]: ElementArray | Uint8Array | TextColumn | RecordOfKeys;
}

/** Keys of both sides, checked: columns of the same names and types, texts as codes. */
export interface GivenJoin {
  readonly left: GivenColumns;
  readonly right: GivenColumns;
  readonly texts: readonly (SharedTexts | undefined)[]; // by column
}

/** The texts of two dictionaries, numbered together: by code the number, of which equal texts have one. */
interface SharedTexts {
  readonly left: Uint32Array;
  readonly right: Uint32Array;
  readonly count: number;
}

/** See GivenJoin. @throws InvalidArgumentError, LengthMismatchError naming the column */
export function givenJoin(leftKeys: unknown, rightKeys: unknown): GivenJoin {
  const leftTexts = new Map<string, TextColumn>();
  const rightTexts = new Map<string, TextColumn>();
  const left = givenColumns(withCodes(leftKeys, "leftKeys", "", leftTexts), undefined, "leftKeys");
  const rightCodes = withCodes(rightKeys, "rightKeys", "", rightTexts);
  const paths = left.names.map(pathText);
  for (const [i, path] of paths.entries()) {
    if (rightTexts.has(path) && !leftTexts.has(path)) throw notAlike(left.names[i], "no", "texts");
    const other = path === "" ? rightKeys : (rightKeys as Readonly<Record<string, unknown>> | null)?.[path];
    const type = leftTexts.has(path) ? elementTypeOf(other) : undefined;
    if (type !== undefined) throw notAlike(left.names[i], "a", type);
  }
  const right = givenColumns(rightCodes, left.type, "rightKeys");
  const texts = paths.map((path, i) => {
    const [one, other] = [leftTexts.get(path), rightTexts.get(path)];
    if (one === undefined) return undefined;
    if (other === undefined) throw notAlike(left.names[i], "a", left.names[i].type);
    return sharedTexts(one, other);
  });
  return { left, right, texts };
}

function notAlike(column: Column, article: "a" | "no", fact: string): InvalidArgumentError {
  const expected = `${article} column of texts, as "${nameOf("leftKeys", column)}" is`;
  return new InvalidArgumentError(nameOf("rightKeys", column), expected, `a column of ${fact}`);
}

/** Keys with the codes of texts in their place, which are kept by path. */
function withCodes(keys: unknown, argument: string, path: string, texts: Map<string, TextColumn>): unknown {
  if (!isRecord(keys)) return keys;
  if (isTextColumn(keys)) {
    const text = checkTextColumn(argument, keys);
    texts.set(path, text);
    return text.codes;
  }
  return Object.fromEntries(
    Object.entries(keys).map(([field, value]) => {
      const inner = path === "" ? field : `${path}.${field}`;
      return [field, withCodes(value, `${argument}.${field}`, inner, texts)];
    }),
  );
}

function isRecord(value: unknown): value is object {
  return typeof value === "object" && value !== null && !Array.isArray(value) && !ArrayBuffer.isView(value);
}

function sharedTexts(left: TextColumn, right: TextColumn): SharedTexts {
  const numbers = new Map<string, number>();
  const numberOf = (text: string): number => {
    const known = numbers.get(text);
    if (known !== undefined) return known;
    numbers.set(text, numbers.size);
    return numbers.size - 1;
  };
  const ofLeft = Uint32Array.from(left.dictionary, numberOf);
  const ofRight = Uint32Array.from(right.dictionary, numberOf);
  return { left: ofLeft, right: ofRight, count: numbers.size };
}
