import styles from './ticks.module.css';

/**
 * The lines of a ruler: one at each end and between all of its equal `parts`, as high as the element and in the colour
 * of its text. A drawing, because engines blur or leave out the fine lines of a gradient.
 */
export function Ticks({
  parts,
  direction = 'across',
  className,
}: {
  readonly parts: number;
  /** Lines next to each other, or one below the other. */
  readonly direction?: 'across' | 'down';
  readonly className?: string | undefined;
}) {
  const isAcross = direction === 'across';
  const lines = Array.from({ length: parts + 1 }, (_, i) => (isAcross ? `M${i} 0v1` : `M0 ${i}h1`));
  return (
    <svg
      className={[styles.ticks, className].filter(Boolean).join(' ')}
      viewBox={isAcross ? `0 0 ${parts} 1` : `0 0 1 ${parts}`}
      preserveAspectRatio="none"
      aria-hidden="true"
      data-ticks={parts}
    >
      <path d={lines.join('')} />
    </svg>
  );
}
