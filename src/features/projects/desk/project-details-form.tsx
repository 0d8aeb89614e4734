import words from '#content/desk-projects.yaml';
import type { RefusedAction } from '#src/features/accounts/access/take-action.ts';
import { dayText } from '#src/features/workspace/moment-text.ts';
import { fill } from '#src/platform/fill.ts';
import { projectStatuses } from '#src/features/projects/project-status.ts';
import { Button } from '#src/ui/button.tsx';
import { ProjectFields } from './project-fields.tsx';
import type { projects } from '#src/features/projects/project.table.ts';
import styles from './project-details-form.module.css';

const { details, board, statuses } = words;

/** Edits what a project is called, where it stands, how far it is and when it is due. What was typed survives a refusal. */
export function ProjectDetailsForm({
  project,
  refused,
}: {
  readonly project: typeof projects.$inferSelect;
  readonly refused: RefusedAction | null;
}) {
  const { name, description, status, progress, dueOn, version } = project;
  const stored = { name, description, status, progress: String(progress), dueOn: dueOn ?? '' };
  const now = fill(details.now, {
    name,
    status: statuses[status],
    percent: String(progress),
    due: dueOn === null ? board.noDue : fill(board.due, { day: dayText(dueOn) }),
  });
  return (
    <form className={styles.form} method="post" action="?do=edit" aria-labelledby="details" noValidate>
      <input type="hidden" name="version" value={version} />
      {refused?.status === 409 && <p className="small italic">{now}</p>}
      <ProjectFields
        values={{ ...stored, ...refused?.entries }}
        errors={refused?.errors ?? {}}
        statuses={projectStatuses}
      />
      <div>
        <Button type="submit" label={details.save} />
      </div>
    </form>
  );
}
