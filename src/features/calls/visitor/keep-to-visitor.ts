/** Nothing about a call is found by search engines, kept by anybody in between, or told to where its links lead. */
export function keepToVisitor({ headers }: { readonly headers: Headers }): void {
  headers.set('cache-control', 'private, no-store');
  headers.set('referrer-policy', 'no-referrer');
  headers.set('x-robots-tag', 'noindex, nofollow, noarchive');
}
