const safeMethods = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * Is this a write that a page of another site sent? Browsers say so in Origin, or in Sec-Fetch-Site where a page hides its
 * origin. A program that is no browser says neither, and carries nobody's cookies.
 */
export function isForeignWrite(request: Request, ownOrigins: readonly string[]): boolean {
  if (safeMethods.has(request.method)) return false;
  const origin = request.headers.get('origin');
  const site = request.headers.get('sec-fetch-site');
  if (origin !== null && origin !== 'null') return !ownOrigins.includes(origin);
  if (site !== null) return site !== 'same-origin' && site !== 'none';
  return origin === 'null';
}
