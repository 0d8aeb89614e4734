import words from '#content/desk.yaml';
import type { RefusedAction } from '#src/features/accounts/access/take-action.ts';
import { Button } from '#src/ui/button.tsx';
import { TextAreaField } from '#src/ui/field.tsx';
import { Panel } from '#src/ui/panel.tsx';
import type { PostTo } from '#src/workspace/page-action.ts';
import { DeskTime } from '#src/workspace/desk-time.tsx';
import type { LeadDetails } from './find-lead.ts';
import styles from './lead-notes.module.css';
import { fill } from '#src/platform/fill.ts';

const { lead: text } = words;

/** The notes of the team, oldest first, and the way to add one. */
export function LeadNotes({
  notes,
  noteId,
  now,
  refused,
  postTo,
}: {
  readonly notes: LeadDetails['notes'];
  /** A new UUID each time the page is made. */
  readonly noteId: string;
  readonly now: Date;
  readonly refused: RefusedAction | null;
  readonly postTo: PostTo;
}) {
  const mine = refused?.action === 'note' ? refused : null;
  return (
    <Panel id="notes" title={text.noteTitle} aside={<span className="italic dim">{text.noteHint}</span>}>
      <div className={styles.body}>
        <div className={styles.notes} id="lead-notes" data-live>
          {notes.length === 0 && <p className="small dim">{text.noNotes}</p>}
          {notes.map(({ id, content, authorName, writtenAt }) => (
            <p key={id} className={styles.note}>
              <span dir="auto">{content}</span>{' '}
              <span className="italic dim">
                <bdi>{authorName}</bdi>, <DeskTime at={writtenAt} now={now} />
              </span>
            </p>
          ))}
        </div>
        <form className={styles.form} method="post" action={postTo('note')} noValidate>
          <input type="hidden" name="entry" value={mine?.entries['entry'] ?? noteId} />
          <TextAreaField
            id="note"
            name="content"
            label={text.noteLabel}
            rows={2}
            defaultValue={mine?.entries['content'] ?? ''}
            error={mine?.error}
            dir="auto"
          />
          <Button type="submit" label={text.noteAdd} variant="secondary" size="small" />
        </form>
      </div>
    </Panel>
  );
}

/** An answer by mail. */
export function LeadReplyForm({
  email,
  replyId,
  refused,
  postTo,
}: {
  readonly email: string;
  /** A new UUID each time the page is made. */
  readonly replyId: string;
  readonly refused: RefusedAction | null;
  readonly postTo: PostTo;
}) {
  const mine = refused?.action === 'reply' ? refused : null;
  return (
    <Panel id="reply" title={text.replyTitle}>
      <form className={styles.body} method="post" action={postTo('reply')} noValidate>
        <input type="hidden" name="entry" value={mine?.entries['entry'] ?? replyId} />
        <TextAreaField
          id="reply-text"
          name="content"
          label={text.replyLabel}
          hint={fill(text.replyHint, { email })}
          rows={6}
          defaultValue={mine?.entries['content'] ?? ''}
          error={mine?.error}
          dir="auto"
        />
        <Button type="submit" label={text.replySend} size="small" />
      </form>
    </Panel>
  );
}
