import words from '#content/desk-projects.yaml';
import { answerWords } from '#src/features/workspace/answer-words.ts';
import styles from './version-menu.module.css';

const { drag, moving, moved, unreachable } = words.versions;

/** Says how to make a file a version of another. */
export const VersionDragHint = () => <p className={`small italic dim ${styles.hint}`}>{drag}</p>;

/** The status in which `drag-versions.client.ts` tells how dragging a row went. It stays while the table is replaced. */
export const VersionDragStatus = () => (
  <p
    className={`small ${styles.said}`}
    role="status"
    data-version-said
    data-words={JSON.stringify({ ...answerWords, moving, moved, unreachable })}
  />
);
