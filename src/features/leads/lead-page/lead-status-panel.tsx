import words from '#content/desk.yaml';
import type { RefusedAction } from '#src/features/accounts/access/take-action.ts';
import type { LeadStatus } from '#src/features/leads/visitor-status.ts';
import { Button } from '#src/ui/button.tsx';
import { SelectField, TextField } from '#src/ui/field.tsx';
import type { PostTo } from '#src/features/workspace/page-action.ts';
import styles from './lead-status-panel.module.css';

const { status: text } = words.lead;
const { statuses } = words.inbox;

const settable = ['lead', 'booked', 'proposal', 'converted', 'closed'] as const;

/** Where a lead stands, and the way to set it; `converted` makes a client with a first project. */
export function LeadStatusPanel({
  status,
  projectName,
  isClient,
  refused,
  postTo,
}: {
  readonly status: LeadStatus;
  /** Offered for the first project. */
  readonly projectName: string;
  readonly isClient: boolean;
  readonly refused: RefusedAction | null;
  readonly postTo: PostTo;
}) {
  const mine = refused?.action === 'status' ? refused : null;
  // A guest is known from held submissions alone; nobody is made one.
  const values: readonly LeadStatus[] = status === 'guest' ? [status, ...settable] : settable;
  return (
    // No region of its own: its one control is named almost like it.
    <div className={styles.panel}>
      <h2>{text.title}</h2>
      <form className={styles.form} method="post" action={postTo('status')} aria-label={text.form} noValidate>
        <SelectField
          id="status"
          name="status"
          label={text.label}
          defaultValue={mine?.entries['status'] ?? status}
          options={values.map((value) => ({ value, label: statuses[value] }))}
          error={mine?.error}
        />
        {!isClient && (
          <div className={styles.project}>
            <TextField
              id="project"
              name="project"
              label={text.project}
              hint={text.projectHint}
              defaultValue={mine?.entries['project'] ?? projectName}
              dir="auto"
              autoComplete="off"
            />
          </div>
        )}
        {isClient && <input type="hidden" name="project" value={projectName} />}
        <Button type="submit" label={text.button} variant="secondary" size="small" />
        <p className="small dim">{isClient ? text.converted : text.hint}</p>
      </form>
    </div>
  );
}
