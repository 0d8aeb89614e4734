import styles from './host-mark.module.css';

/** Outlines in a square of 12, one per host in turn; the same shapes recur outlined. */
const shapes = [
  'M6 1a5 5 0 1 0 0 10 5 5 0 0 0 0-10Z',
  'M1.5 1.5h9v9h-9Z',
  'M6 0.5 11.5 6 6 11.5 0.5 6Z',
  'M6 1 11.5 10.5h-11Z',
  'M0.5 1.5h11L6 11Z',
  'M4 1h4v3h3v4H8v3H4V8H1V4h3Z',
] as const;

/** Returns the initials of a name: of its first and its last word. */
export function initialsOf(name: string): string {
  const words = name.trim().split(/\s+/);
  const [first = '', last = ''] = [words[0], words.length > 1 ? words.at(-1) : ''];
  return [first, last]
    .map((word) => [...word][0] ?? '')
    .join('')
    .toUpperCase();
}

/**
 * A host by shape and initials. Hidden from screen readers, which hear the name next to it. `index` is the host's
 * place among all hosts.
 */
export function HostMark({ name, index }: { readonly name: string; readonly index: number }) {
  const outline = shapes[Math.max(0, index) % shapes.length];
  const isOutlined = Math.floor(Math.max(0, index) / shapes.length) % 2 === 1;
  return (
    <span className={styles.mark} aria-hidden="true">
      <svg viewBox="0 0 12 12" data-outlined={isOutlined || undefined}>
        <path d={outline} />
      </svg>
      {initialsOf(name)}
    </span>
  );
}
