import words from '#content/desk.yaml';
import type { RefusedAction } from '#src/features/accounts/access/action.ts';
import { wordsFor } from '#src/platform/fill.ts';
import { Button } from '#src/ui/button.tsx';
import { TextAreaField, SelectField, TextField } from '#src/ui/field.tsx';
import { Panel } from '#src/ui/panel.tsx';
import { PostButton } from '#src/ui/post-button.tsx';
import { DeskTime } from '#src/workspace/desk-time.tsx';
import type { PostTo } from '#src/workspace/page-action.ts';
import type { LeadStatus } from '../lead-status.ts';
import type { LeadDetails } from './find-lead.ts';
import styles from './lead-notes.module.css';
import leadStatusPanelStyles from './lead-status-panel.module.css';

const { lead: text } = words;
const { followUp } = text;

/** Renders the team's notes, oldest first, and the form for a new one. */
export function LeadNotes({
  notes,
  noteId,
  now,
  refused,
  postTo,
}: {
  readonly notes: LeadDetails['notes'];
  /** A new UUID per request. */
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
            <p key={id} id={`entry-${id}`} className={styles.note}>
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

/** Renders the form that sets or clears the day on which the team contacts a lead again. */
export function FollowUpPanel({
  lead,
  today,
  refused,
  postTo,
}: {
  readonly lead: Pick<LeadDetails['lead'], 'followUpOn' | 'followUpNote'>;
  /** The studio's day, YYYY-MM-DD. */
  readonly today: string;
  readonly refused: RefusedAction | null;
  readonly postTo: PostTo;
}) {
  const mine = refused?.action === 'follow-up' ? refused : null;
  const stored = { followUpOn: lead.followUpOn ?? '', followUpNote: lead.followUpNote };
  const of = (name: keyof typeof stored) => ({
    id: name,
    name,
    defaultValue: mine?.entries[name] ?? stored[name],
    error: mine?.errors[name],
  });
  return (
    <Panel
      id="follow-up"
      title={followUp.title}
      isUrgent={lead.followUpOn !== null && lead.followUpOn <= today}
      aside={
        lead.followUpOn !== null && (
          <PostButton action={postTo('follow-up')} label={followUp.done} name={followUp.doneName} />
        )
      }
    >
      <form className={styles.body} method="post" action={postTo('follow-up')} noValidate>
        <TextField {...of('followUpOn')} label={followUp.day} type="date" min={today} />
        <TextField {...of('followUpNote')} label={followUp.note} dir="auto" autoComplete="off" />
        <Button type="submit" label={followUp.save} variant="secondary" size="small" />
      </form>
    </Panel>
  );
}

const { status: statusText } = words.lead;
const { statuses, sources, otherSource } = words.inbox;

const settable = ['lead', 'booked', 'proposal', 'converted', 'closed'] as const;

const longestName = 120;

/** Returns a suggested name for a lead's first project: "Sonic Branding, Halfmoon Pictures". */
function firstProjectNameOf({ lead, submissions }: Pick<LeadDetails, 'lead' | 'submissions'>): string {
  const counted = submissions.filter(({ isHeld }) => !isHeld).toReversed();
  const typed = (...names: readonly string[]) =>
    counted.flatMap(({ fields }) => names.map((name) => fields[name]?.trim() ?? '')).find(Boolean);
  const [latest] = counted;
  const what =
    typed('project', 'project_type', 'service') ??
    (latest ? wordsFor(sources, latest.form, otherSource) : '');
  const whose = typed('company') ?? lead.name;
  return [...[what, whose].filter(Boolean).join(', ')].slice(0, longestName).join('');
}

/** Renders a lead's status and the form that sets it; `converted` creates a client with a first project. */
export function LeadStatusPanel({
  details,
  refused,
  postTo,
}: {
  readonly details: LeadDetails;
  readonly refused: RefusedAction | null;
  readonly postTo: PostTo;
}) {
  const { status } = details.lead;
  const isClient = details.client !== null;
  const projectName = firstProjectNameOf(details);
  const mine = refused?.action === 'status' ? refused : null;
  // A lead with held submissions only is a guest, a status that the team cannot select.
  const values: readonly LeadStatus[] = status === 'guest' ? [status, ...settable] : settable;
  return (
    // Not a named region: its one control has nearly the same name.
    <div className={leadStatusPanelStyles.panel} id="lead-status" data-live={mine ? undefined : ''}>
      <h2>{statusText.title}</h2>
      <form
        className={leadStatusPanelStyles.form}
        method="post"
        action={postTo('status')}
        aria-label={statusText.form}
        noValidate
      >
        <SelectField
          id="status"
          name="status"
          label={statusText.label}
          defaultValue={mine?.entries['status'] ?? status}
          options={values.map((value) => ({ value, label: statuses[value] }))}
          error={mine?.error}
        />
        {!isClient && (
          <div className={leadStatusPanelStyles.project}>
            <TextField
              id="project"
              name="project"
              label={statusText.project}
              hint={statusText.projectHint}
              defaultValue={mine?.entries['project'] ?? projectName}
              dir="auto"
              autoComplete="off"
            />
          </div>
        )}
        {isClient && <input type="hidden" name="project" value={projectName} />}
        <Button type="submit" label={statusText.button} variant="secondary" size="small" />
        <p className="small dim">{isClient ? statusText.converted : statusText.hint}</p>
      </form>
    </div>
  );
}
