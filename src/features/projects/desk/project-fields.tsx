import words from '#content/desk-projects.yaml';
import type { ProjectStatus } from '#src/features/projects/project-status.ts';
import { SelectField, TextAreaField, TextField } from '#src/ui/field.tsx';
import styles from './project-fields.module.css';

const { details, statuses: names } = words;

/** The fields of a project, new or edited, with what was typed and what is wrong with it. */
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
        options={statuses.map((value) => ({ value, label: names[value] }))}
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
    </>
  );
}
