import type { PresenceSubject } from '../events/desk-presence.ts';
import styles from './live-status.module.css';

/**
 * Keeps a page up to date: after each event of its stream beyond number `seq`, every `<… id data-live>` that differs is replaced, and
 * this status announces the change. It must be outside of those regions. On the portal `seq` comes from
 * `recordPageView`; on the desk it is the moment, in milliseconds, before which the page began to read.
 */
export function LiveStatus({
  seq,
  of = '/portal/events',
  shows,
  hears,
  at,
}: {
  readonly seq: number;
  /** The stream. Those of the desk and of guests only wake: each event is newer than the page. */
  readonly of?: '/portal/events' | '/desk/events' | `/listen/${string}/events`;
  /** A value for what the page shows outside its regions: if a fresh page has another value, the page reloads as a whole. */
  readonly shows?: string | undefined;
  /** An event of every line of a chat, which pages that show none leave alone. */
  readonly hears?: 'chat-line';
  /** What the page is about, for those who have it open too. */
  readonly at?: PresenceSubject | undefined;
}) {
  return (
    <p
      className="sr-only"
      role="status"
      data-events={of}
      data-events-after={seq}
      data-shows={shows}
      data-hears={hears}
      data-at={at}
    />
  );
}

/** Shows who else has a page of the desk open, and who answers; a script fills it. It must be outside of live regions. */
export const PresenceNote = () => <p className={styles.presence} role="status" data-presence />;
