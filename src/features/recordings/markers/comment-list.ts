import { clockOf } from './marker-files.ts';
import { lineOf, type FoundMarkers } from './find-markers.ts';

/** Escapes what Markdown would interpret. */
const escaped = (line: string) => line.replaceAll(/[\\`*_[\]<>#|~&]/g, String.raw`\$&`);

/** The comments of a recording as a Markdown list with a box for each to tick; what is done is ticked. */
export function commentList({ file, comments }: Pick<FoundMarkers, 'file' | 'comments'>): string {
  const items = comments.flatMap((comment) => {
    const end = comment.untilMs === null ? '' : `–${clockOf(comment.untilMs)}`;
    const box = comment.doneAt === null ? '[ ]' : '[x]';
    return [
      `- ${box} ${clockOf(comment.atMs)}${end} ${escaped(lineOf(comment))}`,
      ...comment.replies.map((reply) => `  - ${escaped(lineOf(reply))}`),
    ];
  });
  return [`# ${escaped(file.name)}`, '', ...items, ''].join('\n');
}
