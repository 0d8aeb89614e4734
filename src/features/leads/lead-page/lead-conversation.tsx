import words from '#content/desk.yaml';
import type { Entries } from '#src/platform/check-fields.ts';
import { fill, wordsFor } from '#src/platform/fill.ts';
import { PostButton } from '#src/ui/post-button.tsx';
import { StateMark } from '#src/ui/state-mark.tsx';
import { DeskTime } from '#src/workspace/desk-time.tsx';
import { momentText } from '#src/workspace/time-text.ts';
import type { PostTo } from '#src/workspace/page-action.ts';
import type { FormName } from '../form-names.ts';
import { isTimeField, pickedTimeRows, fieldsOfForm, submissionRows } from '../submission-rows.ts';
import type { LeadDetails } from './find-lead.ts';
import styles from './lead-conversation.module.css';
import { QuotedQuestion } from './lead-reply-form.tsx';

const { lead: text, inbox } = words;

type Submission = LeadDetails['submissions'][number];
type Seen = { readonly now: Date; readonly postTo: PostTo };
type Reply = LeadDetails['replies'][number];

const shapes = { queued: 'half', sent: 'full', failed: 'diamond' } as const;

/** Renders one decision about a held submission as a form that works without scripts. */
function Decision({ id, action, label, name }: { id: string; action: string; label: string; name: string }) {
  return <PostButton action={action} fields={{ submission: id }} label={label} name={`${label}: ${name}`} />;
}

function SentForm({ submission, now, postTo }: Seen & { readonly submission: Submission }) {
  const { id, form, fields, createdAt, isHeld } = submission;
  const source = wordsFor(inbox.sources, form, inbox.otherSource);
  const name = `${source}, ${momentText(createdAt, now, words.today)}`;
  return (
    <li id={`entry-${id}`} className={styles.entry} data-held={isHeld || undefined}>
      <div className={styles.head}>
        <h3>
          {source},{' '}
          <span className="italic dim">
            <DeskTime at={createdAt} now={now} />
          </span>
        </h3>
        {isHeld && <StateMark shape="empty" label={text.held} />}
      </div>
      <SubmissionFields form={form} fields={fields} />
      {isHeld && (
        <div className={styles.held}>
          <p className="small dim">{text.heldHint}</p>
          <div className={styles.row}>
            <Decision id={id} action={postTo('release')} label={text.release} name={name} />
            <Decision id={id} action={postTo('delete')} label={text.delete} name={name} />
          </div>
        </div>
      )}
    </li>
  );
}

function SentReply({
  details,
  reply,
  now,
}: {
  readonly details: LeadDetails;
  readonly reply: Reply;
  readonly now: Date;
}) {
  const { id, authorName, subject, content, sentAt, state } = reply;
  const files = details.replyFiles.filter(({ replyId }) => replyId === id);
  return (
    <li id={`entry-${id}`} className={styles.entry} data-ours>
      <div className={styles.head}>
        <h3>
          <bdi>{fill(text.replied, { author: authorName })}</bdi>,{' '}
          <span className="italic dim">
            <DeskTime at={sentAt} now={now} />
          </span>
        </h3>
        <StateMark shape={shapes[state]} label={text.replyStates[state]} />
      </div>
      {subject !== '' && (
        <p className="small" dir="auto">
          {fill(text.replySubjectLine, { subject })}
        </p>
      )}
      <p className={styles.words} dir="auto">
        {content}
      </p>
      {files.length > 0 && (
        <ul className={styles.files} aria-label={text.replyFiles.sent}>
          {files.map((file) => (
            <li key={file.id}>
              <a href={`/desk/leads/${details.lead.id}/files/${file.id}`} download>
                <bdi>{file.name}</bdi>
              </a>
            </li>
          ))}
        </ul>
      )}
      <QuotedQuestion details={details} sentAt={sentAt} template={text.replyQuoted} />
    </li>
  );
}

/** Renders submissions and replies in chronological order and, after conversion, a link to the client. */
export function LeadConversation({ details, now, postTo }: Seen & { readonly details: LeadDetails }) {
  const { submissions, replies, client } = details;
  const entries = [
    ...submissions.map((submission) => ({
      at: submission.createdAt,
      entry: <SentForm key={submission.id} submission={submission} now={now} postTo={postTo} />,
    })),
    ...replies.map((reply) => ({
      at: reply.sentAt,
      entry: <SentReply key={reply.id} details={details} reply={reply} now={now} />,
    })),
  ].toSorted((a, b) => a.at.getTime() - b.at.getTime());
  return (
    <section id="lead-conversation" data-live aria-labelledby="conversation">
      <h2 className="sr-only" id="conversation">
        {text.conversation}
      </h2>
      <ol className={styles.entries}>{entries.map(({ entry }) => entry)}</ol>
      {client && client.projects.length > 0 && (
        <p className={styles.threads}>
          {text.threads}{' '}
          {client.projects.map(({ id, name }) => (
            <a key={id} href={`/desk/projects/${id}`}>
              <bdi>{fill(text.openThread, { project: name })}</bdi>
            </a>
          ))}
        </p>
      )}
    </section>
  );
}

const { hidden, notGiven, rest } = words.lead;

function Row({ label, value }: { label: string; value: string }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd dir="auto" data-empty={value === '' || undefined}>
        {value === '' ? notGiven : value}
      </dd>
    </div>
  );
}

/** Renders all values of a submission as typed: visible fields, then hidden ones. */
export function SubmissionFields({ form, fields }: { readonly form: FormName; readonly fields: Entries }) {
  const known = fieldsOfForm(form);
  const others = Object.entries(fields).filter(
    ([name]) => !Object.hasOwn(known, name) && !Object.hasOwn(hidden, name) && !isTimeField(name),
  );
  const valueOf = (name: string) => (Object.hasOwn(fields, name) ? (fields[name] ?? '') : '');
  return (
    <>
      <dl className={styles.fields}>
        {[...submissionRows(form, fields), ...pickedTimeRows(fields)].map(({ label, value }) => (
          <Row key={label} label={label} value={value} />
        ))}
        {Object.entries(hidden).map(([name, label]) => (
          <Row key={name} label={label} value={valueOf(name)} />
        ))}
      </dl>
      {others.length > 0 && (
        <details className={styles.rest}>
          <summary>{rest}</summary>
          <dl className={styles.fields}>
            {others.map(([name, value]) => (
              <Row key={name} label={name} value={value} />
            ))}
          </dl>
        </details>
      )}
    </>
  );
}
