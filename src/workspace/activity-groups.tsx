import type { ReactNode } from 'react';
import words from '#content/handover.yaml';
import { minuteMs } from '#src/platform/durations.ts';
import styles from './activity-groups.module.css';
import { FormattedText } from './formatted-text.tsx';

const { inFolder, several } = words.history;

type Entry = {
  readonly id: string;
  readonly at: Date;
  readonly actorId: string | null;
  readonly actorName: string;
  readonly kind: string;
  readonly details: Readonly<Record<string, string>>;
  readonly projectId?: string | null;
};

/** The longest pause between two entries of a group. */
const longestPauseMs = 10 * minuteMs;

/** Returns the template for several entries of a kind; null if each is shown on its own. */
const templateOf = (kind: string): string | null =>
  Object.hasOwn(several, kind) ? several[kind as keyof typeof several] : null;

/**
 * Returns the entries of a history (the latest first) in groups: what the same person did several times within minutes
 * of each other in the same project. A group is at the place of its latest entry.
 */
export function groupActivity<One extends Entry>(entries: readonly One[]): [One, ...One[]][] {
  const groups: [One, ...One[]][] = [];
  const open = new Map<string, [One, ...One[]]>();
  for (const entry of entries) {
    const { actorId, actorName, kind, projectId = null } = entry;
    const key = JSON.stringify([actorId, actorName, kind, projectId]);
    const group = open.get(key);
    const earliest = group?.at(-1);
    const isNear = earliest && earliest.at.getTime() - entry.at.getTime() <= longestPauseMs;
    if (group && isNear && templateOf(kind) !== null) group.push(entry);
    else {
      const own: [One, ...One[]] = [entry];
      groups.push(own);
      open.set(key, own);
    }
  }
  return groups;
}

/** Renders a group of several entries: how many there are and, when opened, each of them. */
export function ActivityGroup({
  group,
  actor,
  sentences,
}: {
  readonly group: readonly [Entry, ...Entry[]];
  readonly actor: string;
  /** The sentence of each entry, in order. */
  readonly sentences: readonly ReactNode[];
}) {
  const [{ kind }] = group;
  const folders = new Set(group.map(({ details }) => details['folder']));
  const [folder] = folders;
  const isInFolder = kind === 'file-added' && folders.size === 1 && folder !== undefined;
  const values = { actor, count: String(group.length), folder: folder ?? '' };
  return (
    <details className={styles.group}>
      <summary>
        <FormattedText template={isInFolder ? inFolder : (templateOf(kind) ?? '')} values={values} />
      </summary>
      <ul>
        {group.map(({ id }, index) => (
          <li key={id}>{sentences[index]}</li>
        ))}
      </ul>
    </details>
  );
}
