import sprite from '#src/generated/traces.svg?url';
import styles from './trace.module.css';

/**
 * A struck plate's waveform across the whole width. Its upper and lower half can have colours of their own:
 * `--trace-above` and `--trace-below`, set by a class; otherwise it takes the colour of the text. Decorative.
 */
export function Trace({
  slug,
  className,
}: {
  readonly slug: string;
  readonly className?: string | undefined;
}) {
  return (
    <div className={[styles.trace, className].filter(Boolean).join(' ')} aria-hidden="true">
      <svg viewBox="0 0 1440 36" preserveAspectRatio="none">
        <use href={`${sprite}#${slug}`} width="1440" height="72" />
      </svg>
      <svg viewBox="0 36 1440 36" preserveAspectRatio="none">
        <use href={`${sprite}#${slug}`} width="1440" height="72" />
      </svg>
    </div>
  );
}
