/** What each kernel of networks took since the executor was made: proves in tests which path ran. */
export type NetworkCounts = { -readonly [Name in keyof typeof NONE]: number };

const NONE = {
  group: 0, // groups of blocks, straight-line
  straightStrip: 0, // strips of blocks, straight-line
  strip: 0, // strips of blocks, along the program
  element: 0, // elements, one at a time
  straightRoot: 0, // strips of blocks of a reduce, straight-line
  stripRoot: 0, // strips of blocks of a reduce, along the program
  blockRoot: 0, // single blocks of a reduce
  kept: 0, // elements of open blocks, kept until something is asked of them
};

export function noNetworkCounts(): NetworkCounts {
  return { ...NONE };
}
