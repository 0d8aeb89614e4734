import words from '#content/installation.yaml';
import { fileSizeText } from '#src/features/files/file-size.ts';
import { fill } from '#src/platform/fill.ts';
import { ButtonLink } from '#src/ui/button.tsx';
import { Empty } from '#src/ui/panel.tsx';
import { PostButton } from '#src/ui/post-button.tsx';
import { ProgressBar } from '#src/ui/progress-bar.tsx';
import { StateMark, type MarkShape } from '#src/ui/state-mark.tsx';
import { numberText } from '#src/studio/locale.ts';
import { whenText } from '#src/studio/when-text.ts';
import type { InstallationTask } from '../tasks/task.table.ts';
import { archiveLifeMs, isKept, type ListedTask } from '../tasks/tasks.ts';
import styles from './installation-screen.module.css';
import { problemText } from './state-rows.ts';

const { tasks: text, backups } = words;

const shapes: Readonly<Record<InstallationTask['state'], MarkShape>> = {
  waiting: 'empty',
  running: 'half',
  done: 'full',
  failed: 'diamond',
};

const ends = { backup: 'backups', export: 'exports' } as const;

/** Returns the shape of a task's state; a backup with missing or changed files is half a result. */
const shapeOf = ({ state, missingCount, damagedCount }: InstallationTask): MarkShape =>
  state === 'done' && missingCount + damagedCount > 0 ? 'half' : shapes[state];

function stateText({ state, percent }: InstallationTask): string {
  return state === 'running' ? fill(text.running, { percent: String(percent) }) : text[state];
}

/** Returns what is known about a task: its size, its place, and until when its archive is kept. */
function factsOf(task: InstallationTask, now: Date): string[] {
  const { kind, state, sizeBytes, rowCount, fileCount, missingCount, damagedCount, finishedAt, place } = task;
  if (state === 'failed') return [problemText(task)];
  if (state !== 'done' || !finishedAt) return [];
  const rows = numberText(rowCount ?? 0);
  const isTest = kind === 'restore-test';
  const made = whenText(task.testedAt ?? task.askedAt);
  const until = new Date(finishedAt.getTime() + archiveLifeMs);
  const faults = { missing: numberText(missingCount), damaged: numberText(damagedCount) };
  return [
    isTest
      ? fill(text.tested, { when: made, rows, files: numberText(fileCount ?? 0) })
      : fill(text.size, { size: sizeBytes === null ? text.piped : fileSizeText(sizeBytes), rows }),
    ...(place === null ? [] : [fill(text.place, { place })]),
    ...(missingCount + damagedCount > 0 ? [fill(text.incomplete, faults)] : []),
    ...(task.isFromCommand || isTest
      ? []
      : [isKept(task, now) ? fill(text.until, { when: whenText(until) }) : text.deleted]),
  ];
}

function TaskButtons({ task }: { readonly task: InstallationTask }) {
  const { id, kind, askedAt } = task;
  if (kind === 'restore-test') return null;
  const when = whenText(askedAt);
  const href = `/desk/installation/${ends[kind]}/${id}.${kind === 'backup' ? 'tar' : 'zip'}`;
  return (
    <div className={styles.buttons}>
      <ButtonLink
        href={href}
        label={text.download}
        aria-label={fill(text.downloadOf, { when })}
        size="small"
        variant="secondary"
      />
      {kind === 'backup' && (
        <PostButton
          action="?do=start"
          fields={{ kind: 'restore-test', id }}
          label={backups.test}
          name={fill(backups.testOf, { when })}
        />
      )}
      <PostButton
        action="?do=delete-archive"
        fields={{ id }}
        label={text.remove}
        name={fill(text.removeOf, { when })}
        variant="danger"
      />
    </div>
  );
}

/** The latest tasks of a kind, with their progress and what can be done with their archives. */
export function TaskList({
  tasks,
  none,
  now,
  canSeeMoney,
}: {
  readonly tasks: readonly ListedTask[];
  readonly none: string;
  readonly now: Date;
  /** May download the archives. */
  readonly canSeeMoney: boolean;
}) {
  if (tasks.length === 0)
    return (
      <div className={styles.about}>
        <Empty>{none}</Empty>
      </div>
    );
  return (
    <ul>
      {tasks.map((task) => (
        <li key={task.id} className={styles.part}>
          <div className={styles.head}>
            <p>
              {task.isFromCommand
                ? fill(text.byCommand, { when: whenText(task.askedAt) })
                : fill(text.asked, { when: whenText(task.askedAt), who: task.askedByName ?? text.someone })}
            </p>
            <StateMark shape={shapeOf(task)} label={stateText(task)} />
          </div>
          {task.state === 'running' && <ProgressBar percent={task.percent} />}
          {factsOf(task, now).map((fact) => (
            <p key={fact} className={`small ${styles.fact}`}>
              {fact}
            </p>
          ))}
          {canSeeMoney && isKept(task, now) && <TaskButtons task={task} />}
        </li>
      ))}
    </ul>
  );
}
