// What data say of a file whose numbers are too many for a link: its name, how many they are, and their hash.

interface NamedFile {
  readonly name: string;
  readonly hash: string;
}

export function fileText(name: string, length: number, hash: string): string {
  return `file ${JSON.stringify(name)} ${length} numbers ${hash}`;
}

/** The file that data name; undefined where they name none. */
export function fileNamed(data: string): NamedFile | undefined {
  const [, name, hash] = /^file ("(?:[^"\\]|\\.)*") \d+ numbers ([0-9a-f]{16})$/.exec(data.trim()) ?? [];
  return name === undefined ? undefined : { name: JSON.parse(name) as string, hash };
}
