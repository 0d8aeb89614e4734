/** Returns true if the client requests JSON rather than a page. */
export function wantsJson(accept: string | null): boolean {
  const types = (accept ?? '').toLowerCase();
  const json = types.indexOf('application/json');
  const html = types.indexOf('text/html');
  return json >= 0 && (html < 0 || json < html);
}
