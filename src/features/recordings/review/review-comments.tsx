import words from '#content/project.yaml';
import site from '#content/site.yaml';
import { fill } from '#src/platform/fill.ts';
import { Button } from '#src/ui/button.tsx';
import { Icon } from '#src/ui/icon.tsx';
import { Filled } from '#src/features/workspace/filled.tsx';
import line from '#src/features/workspace/line-box.module.css';
import type { FileComment } from './find-recording.ts';
import styles from './review-comments.module.css';
import { timeCodeOf } from './time-code.ts';

const { player } = words;

/** Which recording the comments are of, and its page. */
export type ReviewAddress = {
  readonly fileId: string;
  /** The address of the recording's page. */
  readonly href: string;
  /** Whether a browser finds a moment of it. */
  readonly canSeek: boolean;
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
            <Filled template={player.doneBy} values={{ name }} />
          </span>
        )}
      </span>
    </p>
  );
}

function Comment({
  comment: { id, authorName, sender, atMs, content, doneAt, doneByName },
  number,
  viewer,
  address: { href, canSeek },
}: {
  readonly comment: FileComment;
  readonly number: number;
  readonly viewer: 'client' | 'team';
  readonly address: ReviewAddress;
}) {
  const time = timeCodeOf(atMs);
  const seekMs = canSeek ? atMs : undefined;
  return (
    <li id={`comment-${id}`} className={styles.comment} data-done={doneAt ? '' : undefined} tabIndex={-1}>
      <span className={`num ${styles.number}`} aria-hidden="true">
        {number}
      </span>
      <a className={`italic dim num ${styles.time}`} href="#player" data-seek-ms={seekMs}>
        <span className="sr-only">{fill(player.seek, { time: '' })}</span>
        {time}
      </a>
      <div className={`small ${styles.words}`}>
        <p className={styles.by}>
          {sender === 'team' ? (
            <Filled template={player.team} values={{ name: authorName, studio: site.name }} />
          ) : (
            <bdi>{authorName}</bdi>
          )}
        </p>
        <p className={`dim ${styles.content}`} dir="auto">
          {content}
        </p>
      </div>
      {doneAt ? (
        <div className={styles.actions}>
          <Done name={doneByName} />
          <button
            type="submit"
            formAction="?do=reopen-comment"
            name="commentId"
            value={id}
            className={styles.action}
          >
            {player.reopen}
            <span className="sr-only"> {fill(player.markDoneOf, { number: String(number) })}</span>
          </button>
        </div>
      ) : (
        <div className={styles.actions}>
          {sender !== viewer && canSeek && (
            <a
              className={styles.action}
              href={`${href}&at=${atMs}#comment-form`}
              data-seek-ms={seekMs}
              data-replies
            >
              {player.reply}
              <span className="sr-only"> {fill(player.markDoneOf, { number: String(number) })}</span>
            </a>
          )}
          <button type="submit" name="commentId" value={id} className={styles.action}>
            {player.markDone}
            <span className="sr-only"> {fill(player.markDoneOf, { number: String(number) })}</span>
          </button>
        </div>
      )}
    </li>
  );
}

/** The comments of a recording in the order of their moments, numbered like the pins. */
export function ReviewComments({
  comments,
  viewer,
  address,
}: {
  readonly comments: readonly FileComment[];
  readonly viewer: 'client' | 'team';
  readonly address: ReviewAddress;
}) {
  return (
    <div id={`comments-${address.fileId}`} data-live>
      {comments.length === 0 ? (
        <p className={`small dim ${styles.none}`}>{player.none}</p>
      ) : (
        <form method="post" action="?do=mark-comment-done" aria-label={player.comments} data-comments>
          <input type="hidden" name="fileId" value={address.fileId} />
          <ol className={styles.list}>
            {comments.map((comment, index) => (
              <Comment key={comment.id} number={index + 1} {...{ comment, viewer, address }} />
            ))}
          </ol>
        </form>
      )}
    </div>
  );
}

export type CommentDraft = {
  /** A new UUID each time the page is made. */
  readonly commentId: string;
  /** After a refusal what was typed; `at` is a time code. */
  readonly content: string;
  readonly at: string;
  readonly error: string | undefined;
};

/**
 * The form for a comment on a moment. Without scripts the moment is typed; `review-player.client.ts` takes it from the recording and
 * sends the form without leaving the page.
 */
export function CommentForm({
  draft: { commentId, content, at, error },
  fileId,
}: {
  readonly draft: CommentDraft;
  readonly fileId: string;
}) {
  const { form } = player;
  return (
    <form
      id="comment-form"
      className={styles.form}
      method="post"
      action="?do=add-comment"
      aria-label={form.label}
      data-comment-form
      data-words={JSON.stringify({ adding: form.adding, unreachable: form.unreachable, at: form.labelAt })}
      noValidate
    >
      <input type="hidden" name="commentId" value={commentId} />
      <input type="hidden" name="fileId" value={fileId} />
      <div className={styles.at} data-time-field>
        <label className="small" htmlFor="comment-at">
          {form.at}
        </label>
        <input
          className={`num ${line.box} ${styles.box}`}
          id="comment-at"
          name="at"
          defaultValue={at}
          inputMode="decimal"
          autoComplete="off"
          aria-describedby="comment-at-hint"
        />
        <p className="sr-only" id="comment-at-hint">
          {form.atHint}
        </p>
      </div>
      <label className="sr-only" htmlFor="comment-content" data-comment-label>
        {form.label}
      </label>
      <textarea
        className={`${line.box} ${styles.box}`}
        id="comment-content"
        name="content"
        rows={1}
        dir="auto"
        placeholder={form.label}
        defaultValue={content}
        aria-invalid={error ? true : undefined}
        aria-describedby="comment-said"
        autoComplete="off"
      />
      <Button type="submit" label={form.add} variant="secondary" size="small" />
      <p
        className={`${line.said} ${styles.said}`}
        id="comment-said"
        role="alert"
        data-kind={error ? 'error' : undefined}
      >
        {error && (
          <>
            <Icon name="warning" />
            <span>{error}</span>
          </>
        )}
      </p>
    </form>
  );
}
