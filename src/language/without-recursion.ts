// What parser and inference answer where a function calls itself.

/** How work that a function would hand to itself is written: span and fuel are known of loops alone. */
export const WITHOUT_RECURSION =
  "a name that is defined before: functions do not call themselves; write a loop (loop acc = e for i < n do …, while … do …), or go over all parts at once by segments, as examples/language/quicksort.sb does";
