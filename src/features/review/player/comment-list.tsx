import words from '#content/project.yaml';
import { fill } from '#src/platform/fill.ts';
import { fewComments, shownRangeOf } from './comment-window.ts';
import type { Thread } from './find-recording.ts';
import { Comment, type Place } from './review-comments.tsx';
import styles from './review-comments.module.css';

const { player } = words;

/** Some of the comments, from one index to another. */
function CommentList({
  comments,
  range: [from, until],
  label,
  ...of
}: Omit<Place, 'number' | 'threadId'> & {
  readonly comments: readonly Thread[];
  readonly range: readonly [from: number, until: number];
  readonly label: string;
}) {
  return (
    <ol aria-label={label}>
      {comments.slice(from, until).map((comment, index) => (
        <Comment key={comment.id} number={from + index + 1} {...{ comment }} {...of} />
      ))}
    </ol>
  );
}

/** Comments that are not near the moment, shown when they are asked for. */
function OtherComments({
  name,
  template,
  ...list
}: Omit<React.ComponentProps<typeof CommentList>, 'label'> & {
  readonly name: 'earlier' | 'later';
  readonly template: string;
}) {
  const [from, until] = list.range;
  const label = fill(template, { count: String(until - from) });
  return (
    <details
      className={styles.others}
      id={`${name}-${list.address.fileId}`}
      data-others={name}
      hidden={from === until}
    >
      <summary className="small" data-template={template}>
        {label}
      </summary>
      <CommentList label={label} {...list} />
    </details>
  );
}

/**
 * The comments of a recording in the order of their moments, numbered like the pins, each with its replies. Of many those around a
 * moment are shown; `comment-window.client.ts` follows the recording.
 */
export function ReviewComments({
  comments,
  personId,
  isGuest,
  atMs,
  address,
}: Omit<Place, 'number' | 'threadId'> & {
  readonly comments: readonly Thread[];
  /** Where the recording is. */
  readonly atMs: number;
}) {
  const of = { comments, personId, isGuest, address };
  const [from, until] = shownRangeOf(
    comments.map((comment) => comment.atMs),
    atMs,
  );
  return (
    <div id={`comments-${address.fileId}`} data-live data-comment-list>
      {comments.length === 0 ? (
        <p className={`small dim ${styles.none}`}>{player.none}</p>
      ) : (
        <>
          {!isGuest && (
            <form
              id={`comments-done-${address.fileId}`}
              method="post"
              action="?do=mark-comment-done"
              aria-label={player.comments}
              data-comments
            >
              <input type="hidden" name="fileId" value={address.fileId} />
            </form>
          )}
          <form
            id={`comments-reply-${address.fileId}`}
            action={`${address.href.replace(/\?.*/, '')}#comment-form`}
            aria-label={player.reply}
          >
            <input type="hidden" name="file" value={address.fileId} />
          </form>
          {comments.length > fewComments && (
            <OtherComments name="earlier" template={player.earlier} range={[0, from]} {...of} />
          )}
          <CommentList label={player.comments} range={[from, until]} {...of} />
          {comments.length > fewComments && (
            <OtherComments name="later" template={player.later} range={[until, comments.length]} {...of} />
          )}
          {comments.some(({ carriedFrom }) => carriedFrom !== null) && (
            <p className={`small dim ${styles.none}`}>{player.carried.hint}</p>
          )}
        </>
      )}
    </div>
  );
}
