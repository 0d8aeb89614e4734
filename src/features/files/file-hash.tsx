import { fill } from '#src/platform/fill.ts';
import styles from './file-hash.module.css';

/** Number of hash characters shown initially. */
const shownLength = 12;

/** Renders the hash of a file's bytes: its beginning, and all of it on demand. */
export function FileHash({
  template,
  sha256,
}: {
  /** With a place `{hash}`. */ readonly template: string;
  readonly sha256: string;
}) {
  return (
    <details className={styles.hash}>
      <summary className="italic dim num">{fill(template, { hash: sha256.slice(0, shownLength) })}</summary>
      <code className="num">{sha256}</code>
    </details>
  );
}
