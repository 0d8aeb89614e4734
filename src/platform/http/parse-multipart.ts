/**
 * The text parts of a multipart/form-data body (RFC 7578), exactly as sent; null when it is malformed or holds a file.
 * The platform's own parser is not used: it drops a leading byte order mark.
 */
export function parseMultipart(contentType: string, body: Buffer): [name: string, value: string][] | null {
  const boundary = /;\s*boundary=(?:"([^"]{1,70})"|([^\s;"]{1,70}))/i.exec(contentType);
  if (!boundary) return null;
  const delimiter = Buffer.from(`\r\n--${boundary[1] ?? boundary[2]}`);
  // The first delimiter may stand at the very start of the body, without a line break before it.
  const framed = Buffer.concat([Buffer.from('\r\n'), body]);
  const pairs: [string, string][] = [];
  let at = framed.indexOf(delimiter);
  while (at >= 0) {
    const from = at + delimiter.length;
    if (framed.toString('latin1', from, from + 2) === '--') return pairs;
    const next = framed.indexOf(delimiter, from);
    const pair = next < 0 ? null : partOf(framed.subarray(from, next));
    if (!pair) return null;
    pairs.push(pair);
    at = next;
  }
  return null;
}

/** One part: the rest of the delimiter's line, header lines, an empty line, the value. */
function partOf(part: Buffer): [name: string, value: string] | null {
  const end = part.indexOf('\r\n\r\n');
  if (end < 0) return null;
  const lines = part.toString('utf8', 0, end).split('\r\n');
  if (lines.shift()?.trim() !== '') return null;
  const disposition = lines.find((line) => /^content-disposition:/i.test(line)) ?? '';
  const name = /;\s*name="([^"]*)"/i.exec(disposition)?.[1];
  if (name === undefined || /;\s*filename\*?=/i.test(disposition)) return null;
  return [unescapeName(name), part.toString('utf8', end + 4)];
}

const unescapeName = (name: string) =>
  name.replaceAll('%22', '"').replaceAll('%0D', '\r').replaceAll('%0A', '\n');
