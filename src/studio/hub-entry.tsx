import system from '#content/system.yaml';
import { Icon } from '#src/ui/icon.tsx';
import { destinationOf } from './destinations.ts';
import styles from './hub-entry.module.css';

/**
 * The way to the portal: a link for a client, a disabled label for everybody else. Pages are prerendered for
 * everybody else; frame.client.ts turns the label into the link once the server says so.
 */
export function HubEntry({
  className,
  isClient,
  isSteady = false,
}: {
  readonly className?: string | undefined;
  readonly isClient: boolean;
  /** Keeps the entry as wide for a client as for everybody else, so that its neighbours do not move. */
  readonly isSteady?: boolean;
}) {
  const { hub, hubNote } = system.header;
  const portal = destinationOf('portal').href;
  const state = isClient
    ? { href: portal }
    : ({ role: 'link', 'aria-disabled': true, 'data-hub-entry': portal } as const);
  return (
    <a className={[styles.hub, isSteady && styles.steady, className].filter(Boolean).join(' ')} {...state}>
      <Icon name="lock" />
      <span>
        {hub} <small>{hubNote}</small>
      </span>
    </a>
  );
}
