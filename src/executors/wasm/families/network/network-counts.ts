/** What each kernel of networks took since the executor was made: proves in tests which path ran. */
export interface NetworkCounts {
  group: number; // groups of blocks, straight-line
  straightStrip: number; // strips of blocks, straight-line
  strip: number; // strips of blocks, along the program
  element: number; // elements, one at a time
  straightRoot: number; // strips of blocks of a reduce, straight-line
  stripRoot: number; // strips of blocks of a reduce, along the program
  blockRoot: number; // single blocks of a reduce
  kept: number; // elements of open blocks, kept until something is asked of them
}

export function noNetworkCounts(): NetworkCounts {
  return {
    group: 0,
    straightStrip: 0,
    strip: 0,
    element: 0,
    straightRoot: 0,
    stripRoot: 0,
    blockRoot: 0,
    kept: 0,
  };
}
