/** The first and only line that opens the head of a text file, and the line that closes it. */
const fence = /^---[ \t]*$/m;

/**
 * The head and the body of a text with front matter. The head begins with an empty line in place of the fence, so
 * that a line number in it is the file's. A text without a head is all body.
 */
export function frontMatterOf(source: string): { head: string; body: string } {
  const [before = '', head, ...rest] = source.split(fence);
  if (before !== '' || head === undefined || rest.length === 0) return { head: '', body: source };
  return { head, body: rest.join('---') };
}
