import { isUtf8 } from 'node:buffer';
import { cleanEmail } from '../clean-email.ts';

export type ParsedBody =
  | { ok: true; entries: Record<string, string> }
  | { ok: false; reason: 'malformed' | 'unsupported-type' };

const malformed = { ok: false, reason: 'malformed' } as const;

/** More than any form has; bounds the cost of a body. */
const usualMostFields = 64;

/** The field of a form that chooses several things: its values are joined by spaces. */
const listField = 'file';

/** More than a list has rows. */
const mostChosen = 2000;

const mostPairs = usualMostFields + mostChosen;

/**
 * Parses a posted form without changing a character: no replacement of broken UTF-8, no lost byte order mark. Only the
 * address (`email`) loses invisible characters at its ends, and several values of `file` become one. A body that cannot be
 * read exactly, any other repeated field and more than `mostFields` are malformed.
 */
export function parseBody(
  contentType: string,
  body: Buffer,
  mostFields: number = usualMostFields,
): ParsedBody {
  const parse = parserOf(mediaTypeOf(contentType), contentType);
  if (!parse) return { ok: false, reason: 'unsupported-type' };
  if (!isUtf8(body)) return malformed;
  return entriesOf(parse(body), mostFields);
}

const mediaTypeOf = (contentType: string): string => contentType.toLowerCase().split(';')[0]?.trim() ?? '';

/** A file of a posted form; its name and type are the sender's claims. */
export type PostedFile = {
  /** The name of its field. */
  readonly field: string;
  readonly name: string;
  readonly mediaType: string;
  readonly bytes: Buffer;
};

/** Parses a posted form that may have files; an empty file control posts none. Everything else is as in `parseBody`. */
export function parseFileForm(
  contentType: string,
  body: Buffer,
): (Extract<ParsedBody, { ok: true }> & { files: PostedFile[] }) | Extract<ParsedBody, { ok: false }> {
  if (mediaTypeOf(contentType) !== 'multipart/form-data') {
    const parsed = parseBody(contentType, body);
    return parsed.ok ? { ...parsed, files: [] } : parsed;
  }
  const parts = parseParts(contentType, body);
  if (!parts?.every(({ file, value }) => file !== null || isUtf8(value))) return malformed;
  const files = parts.flatMap(({ name, file, value }) =>
    file === null || (file.name === '' && value.length === 0) ? [] : [{ field: name, ...file, bytes: value }],
  );
  const parsed = entriesOf(textPairsOf(parts.filter(({ file }) => file === null)), usualMostFields);
  return parsed.ok ? { ...parsed, files } : parsed;
}

function entriesOf(pairs: Pairs | null, mostFields: number): ParsedBody {
  if (!pairs) return malformed;
  const entries: Record<string, string> = Object.create(null);
  for (const [name, value] of pairs) {
    const before = entries[name];
    if (before !== undefined && name !== listField) return malformed;
    if (before !== undefined) entries[name] = `${before} ${value}`;
    else entries[name] = name === 'email' ? cleanEmail(value) : value;
  }
  if (Object.keys(entries).length > mostFields) return malformed;
  return { ok: true, entries };
}

type Pairs = [name: string, value: string][];

function parserOf(mediaType: string, contentType: string): ((body: Buffer) => Pairs | null) | null {
  if (mediaType === 'application/x-www-form-urlencoded') return parseUrlEncoded;
  if (mediaType === 'application/json') return parseJson;
  if (mediaType !== 'multipart/form-data') return null;
  return (body) => parseMultipart(contentType, body);
}

function parseUrlEncoded(body: Buffer): Pairs | null {
  const pairs: Pairs = [];
  const parts = body.toString('utf8').split('&', mostPairs + 1);
  if (parts.length > mostPairs) return null;
  for (const part of parts) {
    if (part === '') continue;
    const equals = part.indexOf('=');
    const name = percentDecode(equals < 0 ? part : part.slice(0, equals));
    const value = percentDecode(equals < 0 ? '' : part.slice(equals + 1));
    if (name === null || value === null) return null;
    pairs.push([name, value]);
  }
  return pairs;
}

/** Decodes like the URL standard (a stray % stays), but refuses bytes that are not UTF-8. */
function percentDecode(text: string): string | null {
  const spaced = text.replaceAll('+', ' ');
  if (!spaced.includes('%')) return spaced;
  try {
    return spaced.replaceAll(/(?:%[\da-f]{2})+/gi, decodeURIComponent);
  } catch {
    return null;
  }
}

function parseJson(body: Buffer): Pairs | null {
  let value: unknown;
  try {
    value = JSON.parse(body.toString('utf8'));
  } catch {
    return null;
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return null;
  const pairs = Object.entries(value)
    .filter(([, entry]) => entry !== null)
    .flatMap(([name, entry]) =>
      name === listField && Array.isArray(entry)
        ? entry.map((each: unknown) => [name, each])
        : [[name, entry]],
    );
  if (pairs.length > mostPairs) return null;
  return pairs.every((pair): pair is [string, string] => typeof pair[1] === 'string') ? pairs : null;
}

type Part = {
  readonly name: string;
  /** Null for text. */
  readonly file: Pick<PostedFile, 'name' | 'mediaType'> | null;
  readonly value: Buffer;
};

const textPairsOf = (parts: readonly Part[]): Pairs =>
  parts.map(({ name, value }): [string, string] => [name, value.toString('utf8')]);

/** Returns the text parts of a multipart/form-data body, exactly as sent; null if it is malformed or has a file. */
function parseMultipart(contentType: string, body: Buffer): Pairs | null {
  const parts = parseParts(contentType, body);
  return parts?.every(({ file }) => file === null) ? textPairsOf(parts) : null;
}

/**
 * Returns the parts of a multipart/form-data body (RFC 7578), exactly as sent; null if it is malformed. The platform's
 * parser is not used, since it drops a leading byte order mark.
 */
function parseParts(contentType: string, body: Buffer): Part[] | null {
  const boundary = /;\s*boundary=(?:"([^"]{1,70})"|([^\s;"]{1,70}))/i.exec(contentType);
  if (!boundary) return null;
  const delimiter = Buffer.from(`\r\n--${boundary[1] ?? boundary[2]}`);
  // The first delimiter may be at the start of the body, without a line break before it.
  const framed = Buffer.concat([Buffer.from('\r\n'), body]);
  const parts: Part[] = [];
  let at = framed.indexOf(delimiter);
  while (at >= 0) {
    const from = at + delimiter.length;
    if (framed.toString('latin1', from, from + 2) === '--') return parts;
    const next = framed.indexOf(delimiter, from);
    const isOneMore = parts.length < mostPairs;
    const part = next < 0 || !isOneMore ? null : partOf(framed.subarray(from, next));
    if (!part) return null;
    parts.push(part);
    at = next;
  }
  return null;
}

/** One part: the rest of the delimiter's line, header lines, an empty line, the value. */
function partOf(part: Buffer): Part | null {
  const end = part.indexOf('\r\n\r\n');
  if (end < 0) return null;
  const lines = part.toString('utf8', 0, end).split('\r\n');
  if (lines.shift()?.trim() !== '') return null;
  const disposition = lines.find((line) => /^content-disposition:/i.test(line)) ?? '';
  const name = /;\s*name="([^"]*)"/i.exec(disposition)?.[1];
  if (name === undefined) return null;
  const value = part.subarray(end + 4);
  if (!/;\s*filename\*?=/i.test(disposition)) return { name: unescapeName(name), file: null, value };
  const filename = /;\s*filename="([^"]*)"/i.exec(disposition)?.[1];
  if (filename === undefined) return null;
  const type = lines.find((line) => /^content-type:/i.test(line)) ?? '';
  const mediaType = type.slice(type.indexOf(':') + 1).trim();
  return { name: unescapeName(name), file: { name: unescapeName(filename), mediaType }, value };
}

const unescapeName = (name: string) =>
  name.replaceAll('%22', '"').replaceAll('%0D', '\r').replaceAll('%0A', '\n');
