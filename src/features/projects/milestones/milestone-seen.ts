import { createHash } from 'node:crypto';

/** What an editor of a milestone had before them, in short: an edit names it, and one of something older is refused. */
export function milestoneSeenOf({
  title,
  description,
  dueOn,
}: {
  readonly title: string;
  readonly description: string;
  readonly dueOn: string | null;
}): string {
  return createHash('sha256')
    .update(JSON.stringify([title, description, dueOn]))
    .digest('base64url')
    .slice(0, 16);
}
