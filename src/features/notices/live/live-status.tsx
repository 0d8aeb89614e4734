/**
 * Makes a page follow its client's events from the one with this number on (see `noteLook`): each `<… id data-live>` on it is
 * brought up to date, and what happened is said in words. Stands outside of those regions.
 */
export function LiveStatus({ seq }: { readonly seq: number }) {
  return <p className="sr-only" role="status" data-events-after={seq} />;
}
