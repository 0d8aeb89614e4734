import { iconOutlines, type IconName } from './icon-outlines.ts';
import styles from './icon.module.css';

/** A decorative 24 px icon; its meaning is always in the text beside it. */
export function Icon({
  name,
  className,
}: {
  readonly name: IconName;
  readonly className?: string | undefined;
}) {
  return (
    <svg
      className={[styles.icon, className].filter(Boolean).join(' ')}
      viewBox="0 0 24 24"
      aria-hidden="true"
    >
      {iconOutlines[name].map((d, index) => (
        <path key={d} d={d} {...(name === 'keyboard' && index === 1 ? { fill: 'currentColor' } : {})} />
      ))}
    </svg>
  );
}
