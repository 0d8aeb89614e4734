import words from '#content/project.yaml';
import { fill } from '#src/platform/fill.ts';
import { fewComments, shownRangeOf } from './comment-window.ts';
import type { Thread, FileComment } from './find-recording.ts';
import styles from './comment-list.module.css';
import site from '#content/site.yaml';
import { Icon } from '#src/ui/icon.tsx';
import { FormattedText } from '#src/workspace/formatted-text.tsx';
import { loopTextOf } from './loop-range.ts';
import { LinkedText } from '#src/workspace/linked-text.tsx';
import { mentionPartsOf } from './mentions.ts';
import { PlaceChangeLine } from '../changes/place-change-line.tsx';
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
            <LinkedText key={index} text={text} />
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

/** Links to the page that loops the range of a comment. Needs scripts. */
function LoopLink({
  comment: { id, atMs, untilMs, isCut },
  address: { href, canSeek },
}: Pick<Place, 'address'> & { readonly comment: Thread }) {
  if (untilMs === null || isCut || !canSeek) return null;
  const range = loopTextOf({ fromMs: atMs, toMs: untilMs });
  return (
    <a
      className={`${styles.action} ${styles.scripted}`}
      href={`${href}&loop=${range}#player`}
      data-loops={range}
      aria-describedby={numberIdOf(id)}
    >
      {player.controls.loop}
    </a>
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
      <LoopLink {...{ comment, address }} />
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
        {comment.change && (
          <PlaceChangeLine change={comment.change} labelId={numberIdOf(id)} {...{ address }} />
        )}
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

/** A comment with the number of its pin. */
type Numbered = { readonly comment: Thread; readonly number: number };

type Listed = Omit<Place, 'number' | 'threadId'> & {
  readonly comments: readonly Numbered[];
  readonly label: string;
};

const CommentList = ({ comments, label, ...of }: Listed) => (
  <ol aria-label={label}>
    {comments.map(({ comment, number }) => (
      <Comment key={comment.id} {...{ comment, number }} {...of} />
    ))}
  </ol>
);

/** Renders the comments away from the current moment, or the resolved ones, collapsed. */
function OtherComments({
  name,
  template,
  ...list
}: Omit<Listed, 'label'> & {
  readonly name: 'earlier' | 'later' | 'resolved';
  readonly template: string;
}) {
  const label = fill(template, { count: String(list.comments.length) });
  return (
    <details
      className={styles.others}
      id={`${name}-${list.address.fileId}`}
      data-others={name}
      hidden={list.comments.length === 0}
    >
      <summary className="small" data-template={template}>
        {label}
      </summary>
      <CommentList label={label} {...list} />
    </details>
  );
}

/** Renders the forms that the buttons of the comments submit. */
const ListForms = ({ address: { fileId, href }, isGuest }: Pick<Place, 'address' | 'isGuest'>) => (
  <>
    {!isGuest && (
      <form
        id={`comments-done-${fileId}`}
        method="post"
        action="?do=mark-comment-done"
        aria-label={player.comments}
        data-comments
      >
        <input type="hidden" name="fileId" value={fileId} />
      </form>
    )}
    <form
      id={`comments-reply-${fileId}`}
      action={`${href.replace(/\?.*/, '')}#comment-form`}
      aria-label={player.reply}
    >
      <input type="hidden" name="file" value={fileId} />
    </form>
  </>
);

/** Returns the address of the list of all comments of the project whose page this is. */
const allCommentsOf = (href: string) =>
  `${href
    .replace(/^\/desk/, '/portal')
    .split('?', 1)
    .join('')}/comments`;

/**
 * Renders the comments of a recording in the order of their moments, numbered like the pins, with replies: the open
 * ones, then the resolved ones folded. Of a long list only those around a moment are shown;
 * `comment-section.client.ts` keeps it in step with the playhead.
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
  const of = { personId, isGuest, address };
  const numbered = comments.map((comment, index) => ({ comment, number: index + 1 }));
  const open = numbered.filter(({ comment }) => !comment.doneAt);
  const resolved = numbered.filter(({ comment }) => comment.doneAt);
  const [from, until] = shownRangeOf(
    open.map(({ comment }) => comment.atMs),
    atMs,
  );
  const isLong = open.length > fewComments;
  return (
    <div id={`comments-${address.fileId}`} data-live data-comment-list>
      <div className={styles.count}>
        <h3 className="small">
          {player.comments}
          {comments.length > 0 && <span className="num dim"> ({comments.length})</span>}
        </h3>
        {!isGuest && (
          <a className="small" href={allCommentsOf(address.href)}>
            {words.commentList.open}
          </a>
        )}
      </div>
      {comments.length === 0 ? (
        <p className={`small dim ${styles.none}`}>{player.none}</p>
      ) : (
        <>
          <ListForms {...{ address, isGuest }} />
          {isLong && (
            <OtherComments name="earlier" template={player.earlier} comments={open.slice(0, from)} {...of} />
          )}
          {open.length > 0 && (
            <CommentList label={player.comments} comments={open.slice(from, until)} {...of} />
          )}
          {isLong && (
            <OtherComments name="later" template={player.later} comments={open.slice(until)} {...of} />
          )}
          {resolved.length > 0 && (
            <OtherComments name="resolved" template={player.resolved} comments={resolved} {...of} />
          )}
          {comments.some(({ carriedFrom }) => carriedFrom !== null) && (
            <p className={`small dim ${styles.none}`}>{player.carried.hint}</p>
          )}
        </>
      )}
    </div>
  );
}
