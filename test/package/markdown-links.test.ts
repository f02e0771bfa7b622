import { expect, test } from "vitest";
import { headingAnchors, markdownLinks } from "./markdown-links.ts";

const TEXT = `# Some *words*, \`code\` and [a link](a.md)

[one](b.md#c-d) ![two](c.svg) and \`[no](x.md)\`, [with (parentheses)](d_(1).md "a title")

\`\`\`md
[no](y.md)
# Not a heading
\`\`\`
| [in a table](<e.md>) | <img alt="" src="f.png"> |

[name]: g.md
## Twice
## Twice
`;

test("finds links of every form, and none in code", () => {
  expect(markdownLinks(TEXT).map(({ target, line }) => `${line} ${target}`)).toEqual([
    "1 a.md",
    "3 b.md#c-d",
    "3 c.svg",
    "3 d_(1).md",
    "9 e.md",
    "11 g.md",
    "9 f.png",
  ]);
});

test("knows what headings are called", () => {
  expect([...headingAnchors(TEXT)]).toEqual(["some-words-code-and-a-link", "twice", "twice-1"]);
});
