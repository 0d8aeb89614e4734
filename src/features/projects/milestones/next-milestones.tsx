import portal from '#content/portal.yaml';
import { Panel } from '#src/ui/panel.tsx';
import { Step, Steps } from '#src/ui/steps.tsx';
import { dayText } from '#src/workspace/moment-text.ts';
import { fill } from '#src/platform/fill.ts';
import type { ProjectMilestone } from './milestones.ts';
import styles from './next-milestones.module.css';

const { dashboard: words } = portal;

type NextMilestone = ProjectMilestone & { /** Its name. */ readonly project: string };

/** Six milestones at most, from the last two that are done on. */
function nearest(milestones: readonly NextMilestone[]): readonly NextMilestone[] {
  const firstOpen = milestones.findIndex(({ completedAt }) => completedAt === null);
  const from = Math.max(0, firstOpen - 2);
  return milestones.slice(from, from + 6);
}

/** The milestones around the next open one of the project that is due next; nothing where none is open. */
export function NextMilestones({ milestones }: { readonly milestones: readonly NextMilestone[] }) {
  const [first] = milestones;
  if (!first) return null;
  return (
    <Panel
      id="milestones-title"
      title={fill(words.milestones, { project: first.project })}
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
