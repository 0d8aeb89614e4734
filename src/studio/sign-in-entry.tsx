import system from '#content/system.yaml';
import { destinationOf } from './destinations.ts';
import styles from './sign-in-entry.module.css';

/**
 * The link to sign in. Pages are prerendered for visitors who are not signed in; frame.client.ts turns it into the link to the
 * portal or the desk once the server says who this is.
 */
export function SignInEntry({
  className,
  isSteady = false,
}: {
  readonly className?: string | undefined;
  /** Keeps the entry as wide as its longest label, so that its neighbours do not move. */
  readonly isSteady?: boolean;
}) {
  const { label, href } = destinationOf('sign-in');
  const { portal, desk } = system.header;
  return (
    <a className={className} href={href} data-sign-in>
      <span className={isSteady ? styles.steady : undefined} data-client={portal} data-team={desk}>
        {label}
      </span>
    </a>
  );
}
