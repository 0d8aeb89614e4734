import type { PlaceChange } from '#src/audio/alignment/place-change.ts';
import type { CommentChange, VersionPlace } from './list-changes.ts';

/** A place in a version that the reader can open. */
export type OpenPlace = VersionPlace & { readonly version: number };

/** What changed at the place of a comment, as the comment shows it. */
export type ShownChange = {
  readonly change: PlaceChange | null;
  /** The number of the later version, if the shown version is the one that the comment was made on; else null. */
  readonly inVersion: number | null;
  /** The number of the version that the comment was made on. */
  readonly sinceVersion: number | null;
  /** The place in both versions; null if one of them cannot be opened, or no longer has the passage. */
  readonly places: { readonly before: OpenPlace; readonly after: OpenPlace } | null;
};

/** Adds to each comment what changed at its place, with the places in those versions that the reader can open. */
export function withChanges<Comment extends { readonly id: string; readonly carriedFrom: number | null }>(
  comments: readonly Comment[],
  changes: readonly CommentChange[],
  versions: readonly { readonly id: string; readonly number: number }[],
): (Comment & { readonly change?: ShownChange | undefined })[] {
  const byComment = new Map(changes.map((each) => [each.commentId, each]));
  const numbers = new Map(versions.map(({ id, number }) => [id, number]));
  const openPlace = (place: VersionPlace): OpenPlace | null => {
    const version = numbers.get(place.fileId);
    return version === undefined ? null : { ...place, version };
  };
  return comments.map((comment) => {
    const found = byComment.get(comment.id);
    if (!found) return { ...comment, change: undefined };
    const [before, after] = [openPlace(found.before), openPlace(found.after)];
    const change = {
      change: found.change,
      inVersion: comment.carriedFrom === null ? found.after.version : null,
      sinceVersion: found.before.version,
      places: before && after && !found.after.isCut ? { before, after } : null,
    };
    return { ...comment, change };
  });
}
