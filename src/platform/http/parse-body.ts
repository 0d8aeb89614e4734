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
  const [mediaType = ''] = contentType.toLowerCase().split(';');
  const parse = parserOf(mediaType.trim(), contentType);
  if (!parse) return { ok: false, reason: 'unsupported-type' };
  if (!isUtf8(body)) return malformed;
  const pairs = parse(body);
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

/**
 * Returns the text parts of a multipart/form-data body (RFC 7578), exactly as sent; null if it is malformed or has a
 * file. The platform's parser is not used, since it drops a leading byte order mark.
 */
function parseMultipart(contentType: string, body: Buffer): Pairs | null {
  const boundary = /;\s*boundary=(?:"([^"]{1,70})"|([^\s;"]{1,70}))/i.exec(contentType);
  if (!boundary) return null;
  const delimiter = Buffer.from(`\r\n--${boundary[1] ?? boundary[2]}`);
  // The first delimiter may be at the start of the body, without a line break before it.
  const framed = Buffer.concat([Buffer.from('\r\n'), body]);
  const pairs: Pairs = [];
  let at = framed.indexOf(delimiter);
  while (at >= 0) {
    const from = at + delimiter.length;
    if (framed.toString('latin1', from, from + 2) === '--') return pairs;
    const next = framed.indexOf(delimiter, from);
    const isOneMore = pairs.length < mostPairs;
    const pair = next < 0 || !isOneMore ? null : partOf(framed.subarray(from, next));
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
