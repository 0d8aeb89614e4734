/**
 * Keeps a page up to date: after each event of its client beyond number `seq` (from `recordVisit`), every `<… id data-live>`
 * that differs is replaced, and this status says what happened. It must stand outside of those regions.
 */
export function LiveStatus({ seq }: { readonly seq: number }) {
  return <p className="sr-only" role="status" data-events-after={seq} />;
}
