// Arrays as text for programs that read numbers a line at a time: an element a line, an empty line after the last. With "line": all on one.
import { arrays } from "./npy-pipe.mjs";

const end = process.argv[2] === "line" ? [" ", "\n"] : ["\n", "\n\n"];
for await (const input of arrays()) {
  process.stdout.write(
    Array.from(input, (value) => (Object.is(value, -0) ? "-0" : value)).join(end[0]) + end[1],
  );
}
