/** A link or an image of a Markdown text, without what stands in code. */
interface MarkdownLink {
  readonly target: string;
  readonly line: number;
}

/** Where a text of Markdown points: `[words](target)`, `![words](target)`, `[name]: target` and the attributes of HTML. */
export function markdownLinks(text: string): readonly MarkdownLink[] {
  const plain = withoutCode(text);
  const forms = [
    /\]\(\s*<?([^()\s<>]+(?:\([^()\s]*\)[^()\s<>]*)?)>?(?:\s+"[^"]*")?\s*\)/g,
    /^ {0,3}\[[^\]]+\]:\s*<?(\S+?)>?\s*$/gm,
    /<[a-z]+\s[^>]*?\b(?:href|src|srcset)="([^"]+)"/gi,
  ];
  return forms.flatMap((form) =>
    [...plain.matchAll(form)].map(({ 1: target, index }) => ({
      target,
      line: plain.slice(0, index).split("\n").length,
    })),
  );
}

/** The names by which headings are linked to, as GitHub and npm make them: the second of one name ends in -1. */
export function headingAnchors(text: string): ReadonlySet<string> {
  const anchors = new Set<string>();
  const seen = new Map<string, number>();
  for (const [, heading] of withoutFences(text).matchAll(/^#{1,6}\s+(.*?)\s*#*\s*$/gm)) {
    const words = heading.replace(/!?\[([^\]]*)\]\([^)]*\)/g, "$1").toLowerCase();
    const anchor = words.replace(/[^\p{L}\p{N}\p{M}_\- ]/gu, "").replaceAll(" ", "-");
    const before = seen.get(anchor) ?? 0;
    seen.set(anchor, before + 1);
    anchors.add(before === 0 ? anchor : `${anchor}-${before}`);
  }
  return anchors;
}

/** Blank where code was, so that lines keep their numbers. */
function withoutCode(text: string): string {
  return withoutFences(text).replace(/(`+)(?!`)[\s\S]*?[^`]\1(?!`)/g, blank);
}

function withoutFences(text: string): string {
  return text.replace(/^( {0,3})(```+|~~~+)[\s\S]*?^\1\2.*$/gm, blank);
}

function blank(code: string): string {
  return code.replace(/[^\n]/g, " ");
}
