import portal from '#content/portal.yaml';
import { Panel } from '#src/ui/panel.tsx';
import { Step, Steps } from '#src/ui/steps.tsx';
import { dayText } from '#src/features/workspace/moment-text.ts';
import type { milestones as milestoneTable } from './milestone.table.ts';
import styles from './next-milestones.module.css';

const { dashboard: words } = portal;

type NextMilestone = Pick<
  typeof milestoneTable.$inferSelect,
  'id' | 'title' | 'description' | 'dueOn' | 'completedAt'
> & { readonly project: string };

/** The last two that are done, and what comes next. */
function nearest(milestones: readonly NextMilestone[]): readonly NextMilestone[] {
  const firstOpen = milestones.findIndex(({ completedAt }) => completedAt === null);
  const from = Math.max(0, firstOpen - 2);
  return milestones.slice(from, from + 6);
}

/** The steps of the project that is due next; nothing where no step is open. */
export function NextMilestones({ milestones }: { readonly milestones: readonly NextMilestone[] }) {
  const [first] = milestones;
  if (!first) return null;
  return (
    <Panel
      id="milestones-title"
      title={words.milestones.replace('{project}', () => first.project)}
      className={styles.panel}
    >
      <Steps>
        {nearest(milestones).map(({ id, title, description, dueOn, completedAt }) => (
          <Step key={id} isDone={completedAt !== null}>
            <bdi>{title}</bdi>.{completedAt && <span className="sr-only"> {words.done}.</span>}{' '}
            <span className="dim">
              <bdi>{description}</bdi>
              {description && dueOn && ', '}
              {dueOn && dayText(dueOn)}
            </span>
          </Step>
        ))}
      </Steps>
    </Panel>
  );
}
