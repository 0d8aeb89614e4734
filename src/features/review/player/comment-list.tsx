import words from '#content/project.yaml';
import { fill } from '#src/platform/fill.ts';
import { fewComments, shownRangeOf } from './comment-window.ts';
import type { Thread, FileComment } from './find-recording.ts';
import styles from './comment-list.module.css';
import site from '#content/site.yaml';
import { Icon } from '#src/ui/icon.tsx';
import { FormattedText } from '#src/workspace/formatted-text.tsx';
import { mentionPartsOf } from './mentions.ts';
import { spanTextOf } from '#src/features/files/measurements/time-code.ts';

const { player } = words;
const { carried } = player;

/** The recording of the comments, and its page. */
type ReviewAddress = {
  readonly fileId: string;
  /** The address of the recording's page. */
  readonly href: string;
  /** True if a browser can seek in the recording. */
  readonly canSeek: boolean;
};

type Place = {
  /** The thread's id and number. */
  readonly threadId: string;
  readonly number: number;
  /** The id of the person who reads. */
  readonly personId: string;
  /** True for a guest, who cannot mark comments done. */
  readonly isGuest: boolean;
  readonly address: ReviewAddress;
};

function Done({ name }: { readonly name: string | null }) {
  return (
    <p className={`small dim ${styles.done}`}>
      <Icon name="check" />
      <span>
        {player.done}
        {name !== null && (
          <span className="sr-only">
            {' '}
            <FormattedText template={player.doneBy} values={{ name }} />
          </span>
        )}
      </span>
    </p>
  );
}

/** Renders author and text of a comment, with mentions highlighted. */
function CommentText({
  comment: { authorName, sender, content, mentions, editedAt },
}: {
  readonly comment: FileComment;
}) {
  return (
    <>
      <p className={styles.by}>
        {sender === 'team' ? (
          <FormattedText template={player.team} values={{ name: authorName, studio: site.name }} />
        ) : sender === 'guest' ? (
          <FormattedText template={player.guest} values={{ name: authorName }} />
        ) : (
          <bdi>{authorName}</bdi>
        )}
        {editedAt && <span className="dim"> ({player.edited})</span>}
      </p>
      <p className={`dim ${styles.content}`} dir="auto" data-content>
        {mentionPartsOf(content, mentions).map(({ text, isMention }, index) =>
          isMention ? (
            <strong key={index} className={styles.mention}>
              {text}
            </strong>
          ) : (
            text
          ),
        )}
      </p>
    </>
  );
}

/** Returns the id of the element with a thread's number, which labels the thread's buttons. */
const numberIdOf = (threadId: string) => `number-${threadId}`;

/** Links to the form with this comment's text. Only its author sees it, on the version that the comment was made on. */
function EditLink({
  comment: { id, authorId, version, carriedFrom },
  threadId,
  personId,
  address: { href },
}: Omit<Place, 'isGuest'> & { readonly comment: FileComment }) {
  if (authorId !== personId || carriedFrom !== null) return null;
  return (
    <a
      className={styles.action}
      href={`${href}&edit=${id}#comment-form`}
      data-edits={id}
      data-text-version={version}
      aria-describedby={numberIdOf(threadId)}
    >
      {player.edit}
    </a>
  );
}

function ReplyList({ comment: { replies, doneAt }, ...place }: Place & { readonly comment: Thread }) {
  if (replies.length === 0) return null;
  const title = fill(player.replies, { number: String(place.number) });
  const list = (
    <ol className={styles.replies} aria-label={title}>
      {replies.map((reply) => (
        <li key={reply.id} id={`comment-${reply.id}`} className={styles.reply} tabIndex={-1}>
          <div className="small">
            <CommentText comment={reply} />
          </div>
          <EditLink comment={reply} {...place} />
        </li>
      ))}
    </ol>
  );
  if (!doneAt) return list;
  return (
    <details className={styles.folded}>
      <summary className="small">
        {title} ({replies.length})
      </summary>
      {list}
    </details>
  );
}

/** Renders the buttons of a thread. */
function Actions({ comment, ...place }: Place & { readonly comment: Thread }) {
  const { id, doneAt, doneByName } = comment;
  const { number, address, isGuest } = place;
  const { fileId } = address;
  return (
    <div className={styles.actions}>
      {doneAt && <Done name={doneByName} />}
      <EditLink comment={comment} {...place} />
      <button
        type="submit"
        form={`comments-reply-${fileId}`}
        name="reply"
        value={id}
        className={styles.action}
        data-replies={id}
        data-number={number}
        aria-describedby={numberIdOf(id)}
      >
        {player.reply}
      </button>
      {!isGuest && (
        <button
          type="submit"
          form={`comments-done-${fileId}`}
          formAction={doneAt ? '?do=reopen-comment' : undefined}
          name="commentId"
          value={id}
          className={styles.action}
          aria-describedby={numberIdOf(id)}
        >
          {doneAt ? player.reopen : player.markDone}
        </button>
      )}
    </div>
  );
}

/** Renders a comment with its moment, replies and buttons. */
function Comment({ comment, ...of }: Omit<Place, 'threadId'> & { readonly comment: Thread }) {
  const { id, atMs, untilMs, isCut, isAligned, carriedFrom, doneAt } = comment;
  const { number, address } = of;
  const place = { ...of, threadId: id };
  return (
    <li id={`comment-${id}`} className={styles.comment} data-done={doneAt ? '' : undefined} tabIndex={-1}>
      <span className={`num ${styles.number}`} aria-hidden="true">
        {number}
      </span>
      <span id={numberIdOf(id)} hidden>
        {fill(player.markDoneOf, { number: String(number) })}
      </span>
      <a
        className={`italic dim num ${styles.time}`}
        href="#player"
        data-seek-ms={address.canSeek ? atMs : undefined}
      >
        <span className="sr-only">{fill(player.seek, { time: '' })}</span>
        {spanTextOf(atMs, untilMs, player.range)}
      </a>
      <div className="small">
        {carriedFrom !== null && <CarriedMark version={carriedFrom} {...{ isCut, isAligned }} />}
        <CommentText comment={comment} />
        <ReplyList comment={comment} {...place} />
      </div>
      <Actions comment={comment} {...place} />
    </li>
  );
}

/** Names the version from which a comment was carried over, and whether its passage still exists or is unchecked. */
function CarriedMark(comment: {
  readonly version: number;
  readonly isCut: boolean;
  readonly isAligned: boolean;
}) {
  const found = comment.isCut ? carried.cut : carried.from;
  const template = comment.isAligned ? found : carried.unchecked;
  return <p className="italic dim">{fill(template, { number: String(comment.version) })}</p>;
}

/** Renders comments `from` up to, not including, `until`. */
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

/** Renders the comments away from the current moment, collapsed. */
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
 * Renders the comments of a recording in the order of their moments, numbered like the pins, with replies. Of a long
 * list only those around a moment are shown; `comment-dialog.client.ts` keeps it in step with the playhead.
 */
export function ReviewComments({
  comments,
  personId,
  isGuest,
  atMs,
  address,
}: Omit<Place, 'number' | 'threadId'> & {
  readonly comments: readonly Thread[];
  /** The playhead, in milliseconds. */
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
