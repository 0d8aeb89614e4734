import words from '#content/desk.yaml';
import type { RefusedAction } from '#src/features/accounts/access/take-action.ts';
import type { LeadStatus } from '../lead-status.ts';
import { Button } from '#src/ui/button.tsx';
import { SelectField, TextField } from '#src/ui/field.tsx';
import { wordsFor } from '#src/platform/fill.ts';
import type { PostTo } from '#src/workspace/page-action.ts';
import type { LeadDetails } from './find-lead.ts';
import styles from './lead-status-panel.module.css';

const { status: text } = words.lead;
const { statuses, sources, otherSource } = words.inbox;

const settable = ['lead', 'booked', 'proposal', 'converted', 'closed'] as const;

const longestName = 120;

/** Suggests a name for a lead's first project from their submissions: "Sonic Branding, Halfmoon Pictures". */
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

/** Shows a lead's status and the form that sets it; `converted` makes a client with a first project. */
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
  // Held submissions alone make a guest; the team cannot choose that status.
  const values: readonly LeadStatus[] = status === 'guest' ? [status, ...settable] : settable;
  return (
    // Not a named region: its one control has nearly the same name.
    <div className={styles.panel} id="lead-status" data-live={mine ? undefined : ''}>
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
