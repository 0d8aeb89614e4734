import { createHmac, timingSafeEqual } from 'node:crypto';
import { eq } from 'drizzle-orm';
import type { Db } from '#src/platform/database/database.ts';
import { ownCookie } from '#src/platform/http/own-cookie.ts';
import { knownCookieOf } from '#src/studio/known-cookie.ts';
import type { FormStatus } from '../lead-status.ts';
import { visitors } from '../lead.table.ts';

const maxAgeSeconds = 180 * 86_400;
const uuid = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/;
const visitorCookie = ownCookie('antinode_visitor');

const mac = (secret: string, text: string) => createHmac('sha256', secret).update(text);

const signatureOf = (secret: string, id: string) => mac(secret, `visitor ${id}`).digest('base64url');

/** Returns the id of a new visitor, derived from the submission so that a repeat gets the same response bytes. */
export function visitorIdOf(secret: string, submissionId: string): string {
  const hex = mac(secret, `visitor of ${submissionId}`).digest('hex');
  const variant = ((Number.parseInt(hex.slice(16, 18), 16) & 0x3f) | 0x80).toString(16);
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `8${hex.slice(13, 16)}`,
    `${variant}${hex.slice(18, 20)}`,
    hex.slice(20, 32),
  ].join('-');
}

/** Returns the visitor id in a Cookie header; null without one or with an invalid signature. */
export function findVisitorId(cookies: string | null, secret: string, isSecure: boolean): string | null {
  const [id = '', signature = ''] = (visitorCookie.in(cookies, isSecure) ?? '').split('.');
  const given = Buffer.from(signature);
  const expected = Buffer.from(signatureOf(secret, id));
  const isOurs = uuid.test(id) && given.length === expected.length && timingSafeEqual(given, expected);
  return isOurs ? id : null;
}

/** Returns the Set-Cookie values for a visitor: the signed HttpOnly id, and a marker readable by scripts. */
export function visitorCookiesOf(id: string, secret: string, isSecure: boolean): string[] {
  const value = `${id}.${signatureOf(secret, id)}`;
  return [visitorCookie.set(value, maxAgeSeconds, isSecure), knownCookieOf(isSecure)];
}

/** Returns the highest status reached by forms from this browser; `guest` for an unknown browser. */
export async function findVisitorStatus(db: Db, visitorId: string | null): Promise<FormStatus> {
  if (visitorId === null) return 'guest';
  const [visitor] = await db.select().from(visitors).where(eq(visitors.id, visitorId));
  return visitor?.status ?? 'guest';
}
