import words from '#content/project.yaml';
import { fill } from '#src/platform/fill.ts';
import { Button } from '#src/ui/button.tsx';
import { answerMessages } from '#src/workspace/page-action.ts';
import line from '#src/workspace/line-box.module.css';
import { FieldMessage } from '#src/workspace/field-message.tsx';
import type { Thread } from './find-recording.ts';
import styles from './comment-list.module.css';

const { form } = words.player;

/** Messages shown by the script. */
const scriptMessages = {
  ...answerMessages,
  label: form.label,
  labelAt: form.labelAt,
  labelReply: form.labelReply,
  labelEdit: form.labelEdit,
  add: form.add,
  reply: form.reply,
  save: form.save,
  adding: form.adding,
  unreachable: form.unreachable,
  unsent: form.unsent,
  notMarked: form.notMarked,
  range: words.player.range,
};

export type FormMessages = typeof scriptMessages;

export type CommentDraft = {
  readonly action: 'add-comment' | 'reply-to-comment' | 'edit-comment';
  /** The comment that is replied to or edited; null for a new one. */
  readonly aboutId: string | null;
  /** A new UUID for each rendering of the page. */
  readonly newId: string;
  /** The version of the comment that its editor saw; null for the current version. */
  readonly version: string | null;
  /** The typed text; null for the stored text of the edited comment. */
  readonly content: string | null;
  /** Time codes. `until` is empty for a single moment. */
  readonly at: string;
  readonly until: string;
  /** Why the comment was rejected. */
  readonly error: string | undefined;
  /** The field to correct if it is not the text. */
  readonly faulty: 'at' | 'until' | 'name' | undefined;
};

/**
 * Returns the purpose of the form: a new comment, unless the draft's comment exists and this person may reply to it or
 * edit it.
 */
function purposeOf(draft: CommentDraft, comments: readonly Thread[], personId: string) {
  const { action, aboutId, newId, version, content } = draft;
  const index = comments.findIndex(({ id, replies }) =>
    [id, ...replies.map((each) => each.id)].includes(aboutId ?? ''),
  );
  const thread = comments[index];
  const about = thread && [thread, ...thread.replies].find(({ id }) => id === aboutId);
  const number = String(index + 1);
  if (action === 'reply-to-comment' && about && about === thread)
    return {
      action,
      label: fill(form.labelReply, { number }),
      send: form.reply,
      commentId: newId,
      replyTo: about.id,
      version: '',
      content: content ?? '',
    };
  if (action === 'edit-comment' && about?.authorId === personId)
    return {
      action,
      label: form.labelEdit,
      send: form.save,
      commentId: about.id,
      replyTo: '',
      version: version ?? String(about.version),
      content: content ?? about.content,
    };
  return {
    action: 'add-comment',
    label: form.label,
    send: form.add,
    commentId: newId,
    replyTo: '',
    version: '',
    content: content ?? '',
  };
}

function TimeField({
  name,
  label,
  hint,
  value,
  faulty,
}: {
  readonly name: 'at' | 'until';
  readonly label: string;
  readonly hint: string;
  readonly value: string;
  readonly faulty: CommentDraft['faulty'];
}) {
  const id = `comment-${name}`;
  return (
    <>
      <label className="small" htmlFor={id}>
        {label}
      </label>
      <input
        className={`num ${line.box} ${styles.box}`}
        id={id}
        name={name}
        defaultValue={value}
        inputMode="decimal"
        autoComplete="off"
        aria-invalid={faulty === name || undefined}
        aria-describedby={`${id}-hint comment-said`}
      />
      <p className="sr-only" id={`${id}-hint`}>
        {hint}
      </p>
    </>
  );
}

/**
 * Renders the form for a comment on a moment or a range, a reply, or an edit. Without scripts the times are typed;
 * `comment-form.client.ts` fills them in from the playhead and sends the form in place.
 */
export function CommentForm({
  draft,
  comments,
  personId,
  readerNames,
  fileId,
  href,
  signature,
}: {
  readonly draft: CommentDraft;
  readonly comments: readonly Thread[];
  /** The author's id. */
  readonly personId: string;
  /** Names that a comment can mention. */
  readonly readerNames: readonly string[];
  readonly fileId: string;
  /** The address of the recording's page. */
  readonly href: string;
  /** Fields or text that name the guest who writes. */
  readonly signature?: React.ReactNode;
}) {
  const { action, label, send, commentId, replyTo, version, content } = purposeOf(draft, comments, personId);
  const isNew = action === 'add-comment';
  const { error, at, until, faulty } = draft;
  return (
    <form
      id="comment-form"
      className={styles.form}
      method="post"
      action={`?do=${action}`}
      aria-label={label}
      data-comment-form
      data-words={JSON.stringify(scriptMessages)}
      noValidate
    >
      <input type="hidden" name="commentId" value={commentId} />
      <input type="hidden" name="fileId" value={fileId} />
      <input type="hidden" name="replyTo" value={replyTo} />
      <input type="hidden" name="version" value={version} />
      <div className={styles.at} data-time-fields hidden={!isNew}>
        <TimeField name="at" label={form.from} hint={form.atHint} value={at} faulty={faulty} />
        <TimeField name="until" label={form.to} hint={form.toHint} value={until} faulty={faulty} />
      </div>
      {signature}
      <label
        className={isNew ? 'sr-only' : `small ${styles.purpose}`}
        htmlFor="comment-content"
        data-comment-label
      >
        {label}
      </label>
      <textarea
        className={`${line.box} ${styles.box}`}
        id="comment-content"
        name="content"
        rows={1}
        dir="auto"
        placeholder={label}
        defaultValue={content}
        aria-invalid={error !== undefined && faulty === undefined ? true : undefined}
        aria-describedby="comment-said"
        autoComplete="off"
      />
      <Button type="submit" label={send} variant="secondary" size="small" />
      <a className={`small ${styles.action}`} href={`${href}#comment-form`} data-cancel hidden={isNew}>
        {form.cancel}
      </a>
      {readerNames.length > 0 && (
        <p className={`small dim ${styles.readers}`} data-readers role="status">
          {form.mention}{' '}
          {readerNames.map((name, index) => (
            <span key={name}>
              {index > 0 && ', '}
              <bdi data-reader>{name}</bdi>
            </span>
          ))}
        </p>
      )}
      <FieldMessage id="comment-said" className={styles.said} error={error} />
    </form>
  );
}
