import type { AnchorHTMLAttributes } from 'react';
import { Icon } from './icon.tsx';
import type { IconName } from './icon-outlines.ts';
import styles from './arrow-link.module.css';

/** An underlined link row with an icon that leans where it leads. */
export function ArrowLink({
  label,
  href,
  icon = href?.startsWith('#') ? 'arrow-down' : 'arrow-right',
  note,
  className,
  ...rest
}: {
  readonly label: string;
  /** Without one it points down where the link leads down the same page, and else to the right. */
  readonly icon?: IconName;
  /** Said to screen readers only, for instance "(opens in a new tab)". */
  readonly note?: string;
} & Omit<AnchorHTMLAttributes<HTMLAnchorElement>, 'children'>) {
  return (
    <a className={[styles.link, className].filter(Boolean).join(' ')} href={href} data-icon={icon} {...rest}>
      {label}
      {note && <span className="sr-only"> {note}</span>}
      <Icon name={icon} />
    </a>
  );
}
