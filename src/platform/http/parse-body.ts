import { isUtf8 } from 'node:buffer';
import { parseMultipart } from './parse-multipart.ts';

export type ParsedBody =
  { ok: true; entries: Record<string, string> } | { ok: false; reason: 'malformed' | 'unsupported-type' };

const malformed = { ok: false, reason: 'malformed' } as const;

/**
 * Reads a posted form without changing a character: no replacement of broken UTF-8, no lost byte order mark.
 * What cannot be read exactly is malformed, and so is a field given twice.
 */
export function parseBody(contentType: string, body: Buffer): ParsedBody {
  const [mediaType = ''] = contentType.toLowerCase().split(';');
  const parse = parserOf(mediaType.trim(), contentType);
  if (!parse) return { ok: false, reason: 'unsupported-type' };
  if (!isUtf8(body)) return malformed;
  const pairs = parse(body);
  if (!pairs) return malformed;
  const entries: Record<string, string> = Object.create(null);
  for (const [name, value] of pairs) {
    if (name in entries) return malformed;
    entries[name] = value;
  }
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
  for (const part of body.toString('utf8').split('&')) {
    if (part === '') continue;
    const equals = part.indexOf('=');
    const name = percentDecode(equals < 0 ? part : part.slice(0, equals));
    const value = percentDecode(equals < 0 ? '' : part.slice(equals + 1));
    if (name === null || value === null) return null;
    pairs.push([name, value]);
  }
  return pairs;
}

/** The URL standard's decoding (a stray % stays), but bytes that are no UTF-8 are refused. */
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
  const pairs = Object.entries(value).filter(([, entry]) => entry !== null);
  return pairs.every((pair): pair is [string, string] => typeof pair[1] === 'string') ? pairs : null;
}
