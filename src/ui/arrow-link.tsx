import type { AnchorHTMLAttributes } from 'react';
import { Icon } from './icon.tsx';
import type { IconName } from './icon-outlines.ts';
import styles from './arrow-link.module.css';

/** An underlined link with an icon that moves in its direction on hover. */
export function ArrowLink({
  label,
  href,
  icon = href?.startsWith('#') ? 'arrow-down' : 'arrow-right',
  note,
  className,
  ...rest
}: {
  readonly label: string;
  /** Defaults to an arrow down for links within the page, and to the right otherwise. */
  readonly icon?: IconName;
  /** For screen readers only, for instance "(opens in a new tab)". */
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
