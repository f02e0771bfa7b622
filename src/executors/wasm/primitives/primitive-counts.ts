/** Elements that each kernel of the primitives took: proves in tests which path ran. */
export interface PrimitiveCounts {
  mapLanes: number; // by vectors
  mapElements: number; // one at a time
  countFlags: number;
  compact: number;
  partition: number;
  flagIndices: number;
  headFlags: number;
  moved: number; // gathered and scattered, by loops of JavaScript
  order: number; // moved by a pass of a sort
  orderLines: number; // of these by way of lines
  insertion: number; // sorted by insertion
  sortBuiltIn: number; // sorted by the engine
  search: number; // queries
  searchOrdered: number; // of these put in order first
  searchFew: number; // queries, by a loop of JavaScript
  segmented: number;
  segmentedSums: number; // of short segments without an order, by loops of JavaScript
  countIndices: number;
  countEven: number; // counted between thresholds by a computed place
  countCompared: number; // of these, each compared with the threshold nearby
  countSearched: number; // and by a search
  reduceByIndex: number;
  reduceByRange: number; // by key, a bin for each integer of a range
  reduceByTable: number; // by key, a bin for each key of a table
}

export function noPrimitiveCounts(): PrimitiveCounts {
  return {
    mapLanes: 0,
    mapElements: 0,
    countFlags: 0,
    compact: 0,
    partition: 0,
    flagIndices: 0,
    headFlags: 0,
    moved: 0,
    order: 0,
    orderLines: 0,
    insertion: 0,
    sortBuiltIn: 0,
    search: 0,
    searchOrdered: 0,
    searchFew: 0,
    segmented: 0,
    segmentedSums: 0,
    countIndices: 0,
    countEven: 0,
    countCompared: 0,
    countSearched: 0,
    reduceByIndex: 0,
    reduceByRange: 0,
    reduceByTable: 0,
  };
}
