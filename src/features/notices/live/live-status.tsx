/**
 * Keeps a page up to date: after each event of its stream beyond number `seq`, every `<… id data-live>` that differs is
 * replaced, and this status says what happened. It must stand outside of those regions. On the portal `seq` comes from
 * `recordVisit`; on the desk it is the moment, in milliseconds, before which the page began to read.
 */
export function LiveStatus({
  seq,
  of = '/portal/events',
}: {
  readonly seq: number;
  /** The stream. That of the desk only wakes: each event is newer than the page. */
  readonly of?: '/portal/events' | '/desk/events';
}) {
  return <p className="sr-only" role="status" data-events={of} data-events-after={seq} />;
}
