import sprite from '#src/generated/figures.svg?url';
import styles from './figure.module.css';

/** The nodal lines of a note as a hairline drawing in the colour of the text around it. Decorative. */
export function Figure({
  slug,
  className,
}: {
  readonly slug: string;
  readonly className?: string | undefined;
}) {
  return (
    <svg
      className={[styles.figure, className].filter(Boolean).join(' ')}
      viewBox="0 0 200 200"
      aria-hidden="true"
    >
      <use href={`${sprite}#${slug}`} />
    </svg>
  );
}
