import delivery from '#content/delivery.yaml';
import words from '#content/desk-projects.yaml';
import type { RefusedAction } from '#src/features/accounts/access/action.ts';
import { dayText } from '#src/workspace/time-text.ts';
import { fill } from '#src/platform/fill.ts';
import { projectStatuses, type ProjectStatus } from '#src/features/projects/project-status.ts';
import { Button } from '#src/ui/button.tsx';
import { SelectField, TextAreaField, TextField } from '#src/ui/field.tsx';
import type { projects } from '#src/features/projects/project.table.ts';
import styles from './project-details-form.module.css';

const { details, board, statuses: statusNames } = words;

/** The fields of a project, new or edited, with their values and errors. */
export function ProjectFields({
  values,
  errors,
  statuses,
}: {
  readonly values: Readonly<Record<string, string>>;
  readonly errors: Readonly<Record<string, string>>;
  readonly statuses: readonly ProjectStatus[];
}) {
  const of = (name: string) => ({ id: name, name, defaultValue: values[name] ?? '', error: errors[name] });
  return (
    <>
      <SelectField
        {...of('status')}
        label={details.status}
        options={statuses.map((value) => ({ value, label: statusNames[value] }))}
      />
      <TextField {...of('name')} label={details.name} dir="auto" autoComplete="off" />
      <TextAreaField
        {...of('description')}
        label={details.description}
        optionalMark={details.optional}
        dir="auto"
      />
      <div className={styles.pair}>
        <TextField {...of('progress')} label={details.progress} type="number" min={0} max={100} step={1} />
        <TextField {...of('dueOn')} label={details.due} optionalMark={details.optional} type="date" />
      </div>
      <TextField
        {...of('revisionRounds')}
        label={details.rounds}
        optionalMark={details.optional}
        type="number"
        min={0}
        max={99}
        step={1}
      />
      <SelectField
        {...of('deliverySpecification')}
        label={details.specification}
        options={[
          { value: '', label: details.noSpecification },
          ...delivery.specifications.map(({ key, name }) => ({ value: key, label: name })),
        ]}
      />
      <TextField
        {...of('fileNaming')}
        label={details.naming}
        optionalMark={details.optional}
        hint={details.namingHint}
        autoComplete="off"
      />
    </>
  );
}

/** Edits a project's name, status, progress and due date; after a refusal it holds what was typed. */
export function ProjectDetailsForm({
  project,
  refused,
}: {
  readonly project: typeof projects.$inferSelect;
  readonly refused: RefusedAction | null;
}) {
  const { name, description, status, progress, dueOn, revisionRounds, version } = project;
  const { deliverySpecification, fileNaming } = project;
  const text = {
    progress: String(progress),
    dueOn: dueOn ?? '',
    revisionRounds: String(revisionRounds ?? ''),
    deliverySpecification: deliverySpecification ?? '',
    fileNaming: fileNaming ?? '',
  };
  const stored = { name, description, status, ...text };
  const now = fill(details.now, {
    name,
    status: statusNames[status],
    percent: String(progress),
    due: dueOn === null ? board.noDue : fill(board.due, { day: dayText(dueOn) }),
  });
  return (
    <form
      className={styles.form}
      id="project-details"
      data-live={refused ? undefined : ''}
      method="post"
      action="?do=edit"
      aria-labelledby="details"
      noValidate
    >
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
