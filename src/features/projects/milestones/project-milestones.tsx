import words from '#content/desk-projects.yaml';
import type { RefusedAction } from '#src/features/accounts/access/action.ts';
import { dayText, momentDayText } from '#src/workspace/time-text.ts';
import { fill } from '#src/platform/fill.ts';
import { ActionButton } from '#src/workspace/action-forms.tsx';
import { Button } from '#src/ui/button.tsx';
import { Empty, Panel } from '#src/ui/panel.tsx';
import { Step, Steps } from '#src/ui/steps.tsx';
import { TextAreaField, TextField } from '#src/ui/field.tsx';
import { type ProjectMilestone, milestoneHashOf } from './milestones.ts';
import styles from './project-milestones.module.css';

const { milestones: texts, details } = words;

type Values = Readonly<Record<string, string>>;

/** The form of a milestone, new or edited; after a refusal it holds what was typed. */
function MilestoneForm({
  action,
  name,
  idPrefix,
  hidden = {},
  values,
  errors,
  children,
}: {
  readonly action: 'add-milestone' | 'edit-milestone';
  /** The accessible name. */
  readonly name: string;
  readonly idPrefix: string;
  readonly hidden?: Values;
  readonly values: Values;
  readonly errors: Values;
  /** The submit button. */
  readonly children: React.ReactNode;
}) {
  const field = (key: string) => ({
    id: `${idPrefix}-${key}`,
    name: key,
    defaultValue: values[key] ?? '',
    error: errors[key],
  });
  return (
    <form className={styles.form} method="post" action={`?do=${action}`} aria-label={name} noValidate>
      {Object.entries(hidden).map(([key, value]) => (
        <input key={key} type="hidden" name={key} value={value} />
      ))}
      <TextField {...field('title')} label={texts.name} dir="auto" autoComplete="off" />
      <TextAreaField
        {...field('description')}
        label={texts.description}
        optionalMark={details.optional}
        rows={2}
        dir="auto"
      />
      <TextField {...field('dueOn')} label={texts.due} optionalMark={details.optional} type="date" />
      <div>{children}</div>
    </form>
  );
}

function EditableMilestone({
  milestone,
  refused,
}: {
  milestone: ProjectMilestone;
  refused: RefusedAction | null;
}) {
  const { id, title, description, dueOn, completedAt } = milestone;
  const named = (template: string) => fill(template, { milestone: title });
  const button = (
    verb: string,
    label: string,
    name: string,
    variant: 'secondary' | 'danger' = 'secondary',
  ) => (
    <ActionButton
      field="milestoneId"
      id={id}
      action={`${verb}-milestone`}
      name={named(name)}
      {...{ label, variant }}
    />
  );
  const isRefused = refused?.entries['milestoneId'] === id;
  const stored = { title, description, dueOn: dueOn ?? '' };
  const day = completedAt ? momentDayText(completedAt) : dueOn === null ? texts.noDue : dayText(dueOn);
  return (
    <Step isDone={completedAt !== null}>
      <p className={styles.title} dir="auto">
        {title}
      </p>
      {description !== '' && (
        <p className={styles.text} dir="auto">
          {description}
        </p>
      )}
      <p className="italic dim">{completedAt ? `${texts.done}, ${day}` : day}</p>
      <div className={styles.acts}>
        {completedAt
          ? button('reopen', texts.reopen, texts.reopenName)
          : button('complete', texts.complete, texts.completeName)}
        <details open={isRefused} className={styles.change}>
          <summary aria-label={named(texts.changeName)}>{texts.change}</summary>
          <div className={styles.more}>
            <MilestoneForm
              action="edit-milestone"
              name={named(texts.changeName)}
              idPrefix={id}
              hidden={{ milestoneId: id, seen: milestoneHashOf(milestone) }}
              values={{ ...stored, ...(isRefused ? refused.entries : {}) }}
              errors={isRefused ? refused.errors : {}}
            >
              <Button type="submit" label={texts.save} size="small" />
            </MilestoneForm>
            <div className={styles.acts}>
              {button('raise', texts.up, texts.upName)}
              {button('lower', texts.down, texts.downName)}
              {button('remove', texts.remove, texts.removeName, 'danger')}
            </div>
          </div>
        </details>
      </div>
    </Step>
  );
}

/** A project's milestones in their order, with forms to add, edit, move, complete and remove them. */
export function ProjectMilestones({
  milestones,
  refused,
}: {
  readonly milestones: readonly ProjectMilestone[];
  readonly refused: RefusedAction | null;
}) {
  const ofNew = refused?.action === 'add-milestone' ? refused : null;
  const ofEdit = refused?.action === 'edit-milestone' ? refused : null;
  return (
    <Panel id="milestones" title={texts.title}>
      <div id="project-milestones" data-live={ofEdit ? undefined : ''}>
        {milestones.length === 0 ? (
          <div className={styles.empty}>
            <Empty>{texts.empty}</Empty>
          </div>
        ) : (
          <Steps>
            {milestones.map((milestone) => (
              <EditableMilestone key={milestone.id} milestone={milestone} refused={ofEdit} />
            ))}
          </Steps>
        )}
      </div>
      <details className={styles.add} open={ofNew !== null}>
        <summary>{texts.add}</summary>
        <MilestoneForm
          action="add-milestone"
          name={texts.add}
          idPrefix="new"
          values={ofNew?.entries ?? {}}
          errors={ofNew?.errors ?? {}}
        >
          <Button type="submit" label={texts.submit} />
        </MilestoneForm>
      </details>
    </Panel>
  );
}
