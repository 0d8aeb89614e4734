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

function Fields({ of, values, errors }: { of: string; values: Values; errors: Values }) {
  const field = (name: string) => ({
    id: `${of}-${name}`,
    name,
    defaultValue: values[name] ?? '',
    error: errors[name],
  });
  return (
    <>
      <TextField {...field('title')} label={texts.name} dir="auto" autoComplete="off" />
      <TextAreaField
        {...field('description')}
        label={texts.description}
        optionalMark={details.optional}
        rows={2}
        dir="auto"
      />
      <TextField {...field('dueOn')} label={texts.due} optionalMark={details.optional} type="date" />
    </>
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
        {completedAt ? (
          <ActionButton
            field="milestoneId"
            id={id}
            action="reopen-milestone"
            label={texts.reopen}
            name={named(texts.reopenName)}
          />
        ) : (
          <ActionButton
            field="milestoneId"
            id={id}
            action="complete-milestone"
            label={texts.complete}
            name={named(texts.completeName)}
          />
        )}
        <details open={isRefused} className={styles.change}>
          <summary aria-label={named(texts.changeName)}>{texts.change}</summary>
          <div className={styles.more}>
            <form
              className={styles.form}
              method="post"
              action="?do=edit-milestone"
              aria-label={named(texts.changeName)}
              noValidate
            >
              <input type="hidden" name="milestoneId" value={id} />
              <input type="hidden" name="seen" value={milestoneHashOf(milestone)} />
              <Fields
                of={id}
                values={{ ...stored, ...(isRefused ? refused.entries : {}) }}
                errors={isRefused ? refused.errors : {}}
              />
              <div>
                <Button type="submit" label={texts.save} size="small" />
              </div>
            </form>
            <div className={styles.acts}>
              <ActionButton
                field="milestoneId"
                id={id}
                action="raise-milestone"
                label={texts.up}
                name={named(texts.upName)}
              />
              <ActionButton
                field="milestoneId"
                id={id}
                action="lower-milestone"
                label={texts.down}
                name={named(texts.downName)}
              />
              <ActionButton
                field="milestoneId"
                id={id}
                action="remove-milestone"
                label={texts.remove}
                variant="danger"
                name={named(texts.removeName)}
              />
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
        <form
          className={styles.form}
          method="post"
          action="?do=add-milestone"
          aria-label={texts.add}
          noValidate
        >
          <Fields of="new" values={ofNew?.entries ?? {}} errors={ofNew?.errors ?? {}} />
          <div>
            <Button type="submit" label={texts.submit} />
          </div>
        </form>
      </details>
    </Panel>
  );
}
