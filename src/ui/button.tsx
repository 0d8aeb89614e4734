import type { AnchorHTMLAttributes, ButtonHTMLAttributes } from 'react';
import styles from './button.module.css';

interface Look {
  readonly label: string;
  /** `danger` takes something away: it never has the signal colour. */
  readonly variant?: 'primary' | 'secondary' | 'danger';
  readonly size?: 'normal' | 'small';
}

const classOf = (
  { variant = 'primary', size }: { variant?: Look['variant'] | undefined; size?: Look['size'] | undefined },
  extra?: string,
) => [styles.button, styles[variant], size === 'small' && styles.small, extra].filter(Boolean).join(' ');

/** The label swells on hover; a hidden copy at full width reserves the space, so nothing moves. */
function Label({ label }: { readonly label: string }) {
  return (
    <span className={styles.swell} data-label={label}>
      <span>{label}</span>
    </span>
  );
}

/** A button that acts on this page. `data-busy` (set by scripts) shows it as waiting. */
export function Button({
  label,
  variant,
  size,
  className,
  type = 'button',
  ...rest
}: Look & Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'children'>) {
  return (
    <button type={type} className={classOf({ variant, size }, className)} {...rest}>
      <Label label={label} />
    </button>
  );
}

/** A link that looks like a button. */
export function ButtonLink({
  label,
  variant,
  size,
  className,
  ...rest
}: Look & Omit<AnchorHTMLAttributes<HTMLAnchorElement>, 'children'>) {
  return (
    <a className={classOf({ variant, size }, className)} {...rest}>
      <Label label={label} />
    </a>
  );
}
