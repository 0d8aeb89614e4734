import words from '#content/desk.yaml';
import { RefusedMessage } from '#src/features/accounts/access/action-notices.tsx';
import type { RefusedAction } from '#src/features/accounts/access/action.ts';
import { fill } from '#src/platform/fill.ts';
import { whenText } from '#src/studio/when-text.ts';
import { Button } from '#src/ui/button.tsx';
import { TextAreaField, TextField } from '#src/ui/field.tsx';
import { Panel } from '#src/ui/panel.tsx';
import { DeskTitle } from '#src/workspace/desk-title.tsx';
import type { PostTo } from '#src/workspace/page-action.ts';
import { answeredBy, questionOf } from '../answered-question.ts';
import { mostSubject, usualReplySubject } from '../reply-subject.ts';
import type { LeadDetails } from './find-lead.ts';
import styles from './lead-notes.module.css';
import {
  addedFilesField,
  mostAttached,
  mostAttachedText,
  removedFilesField,
  type ReplyFile,
} from './reply-files.ts';

const { lead: text } = words;
const { replyFiles: filesText } = text;

/** Returns a size in bytes as text. */
export type SizeText = (sizeBytes: number) => string;

/** Renders the files that are attached already, each with a box that removes it. */
function Attached({
  files,
  sizeText,
}: {
  readonly files: readonly ReplyFile[];
  readonly sizeText: SizeText;
}) {
  if (files.length === 0) return null;
  return (
    <fieldset className={styles.attached}>
      <legend>{filesText.attached}</legend>
      {files.map(({ id, name, sizeBytes }) => (
        <label key={id}>
          <input type="checkbox" name={removedFilesField} value={id} />
          <span>
            <bdi>{fill(filesText.remove, { file: name })}</bdi>{' '}
            <span className="italic dim">{sizeText(sizeBytes)}</span>
          </span>
        </label>
      ))}
    </fieldset>
  );
}

/** Renders what a reply quotes; null if it quotes nothing. */
export function QuotedQuestion({
  details: { submissions },
  sentAt,
  template,
  isOpen = false,
}: {
  readonly details: Pick<LeadDetails, 'submissions'>;
  readonly sentAt: Date;
  /** Introduces the text, with a place for {when}. */
  readonly template: string;
  readonly isOpen?: boolean;
}) {
  const answered = answeredBy(submissions, sentAt);
  const question = answered ? questionOf(answered.form, answered.fields) : '';
  if (!answered || question === '') return null;
  return (
    <details className={styles.quote} open={isOpen}>
      <summary>{fill(template, { when: whenText(answered.createdAt) })}</summary>
      <blockquote dir="auto">{question}</blockquote>
    </details>
  );
}

type FormProps = {
  readonly details: LeadDetails;
  readonly now: Date;
  /** A new UUID per request. */
  readonly replyId: string;
  readonly refused: RefusedAction | null;
  readonly sizeText: SizeText;
  readonly postTo: PostTo;
};

/** Renders the form for a reply by email, with the question that its email quotes. */
export function LeadReplyForm({ details, now, replyId, refused, sizeText, postTo }: FormProps) {
  const mine = refused?.action === 'reply' ? refused : null;
  const id = mine?.entries['entry'] ?? replyId;
  // The question about replies of colleagues has shown them.
  const seen = mine && !mine.ask ? mine.entries['seen'] : undefined;
  return (
    <Panel id="reply" title={text.replyTitle}>
      <form
        className={styles.body}
        method="post"
        action={`/desk/leads/${details.lead.id}/reply${postTo('reply')}`}
        encType="multipart/form-data"
        noValidate
      >
        <input type="hidden" name="entry" value={id} />
        <input type="hidden" name="seen" value={seen ?? details.replies.at(-1)?.id ?? ''} />
        <TextField
          id="reply-subject"
          name="subject"
          label={text.replySubject}
          defaultValue={mine?.entries['subject'] ?? usualReplySubject}
          error={mine?.errors['subject']}
          maxLength={mostSubject}
          dir="auto"
          autoComplete="off"
        />
        <TextAreaField
          id="reply-text"
          name="content"
          label={text.replyLabel}
          hint={fill(text.replyHint, { email: details.lead.email })}
          rows={6}
          defaultValue={mine?.entries['content'] ?? ''}
          error={mine?.errors['content']}
          dir="auto"
        />
        <QuotedQuestion details={details} sentAt={now} template={text.replyQuote} isOpen />
        <Attached files={details.replyFiles.filter((file) => file.replyId === id)} sizeText={sizeText} />
        <TextField
          id="reply-files"
          name={addedFilesField}
          type="file"
          multiple
          label={filesText.label}
          hint={fill(filesText.hint, { count: String(mostAttached), size: mostAttachedText })}
          error={mine?.errors[addedFilesField]}
        />
        <Button type="submit" label={text.replySend} size="small" />
      </form>
    </Panel>
  );
}

/** Renders the page with the form of a reply alone, where a refused reply is corrected. */
export function LeadReplyScreen({
  href,
  ...form
}: FormProps & { /** The lead's page. */ readonly href: string }) {
  const { lead } = form.details;
  return (
    <div className={`wrap ${styles.screen}`}>
      <DeskTitle title={fill(text.replyTo, { name: lead.name })} back={{ href, label: lead.name }} />
      <RefusedMessage refused={form.refused} />
      <LeadReplyForm {...form} />
    </div>
  );
}
