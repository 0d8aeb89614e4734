import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Services } from '#src/platform/services.ts';

type Known = Pick<Services, 'config' | 'secret' | 'clock'>;

const cookieName = 'antinode_team';
const lifeSeconds = 12 * 3600;

const signatureOf = (secret: string, expires: string) =>
  createHmac('sha256', secret).update(`team session until ${expires}`).digest('base64url');

/** The cookie that makes a browser the sample team's for half a day. */
export function teamCookieOf({ secret, clock }: Known): string {
  const expires = String(Math.floor(clock.now().getTime() / 1000) + lifeSeconds);
  const value = `${expires}.${signatureOf(secret, expires)}`;
  return `${cookieName}=${value}; Path=/; Max-Age=${lifeSeconds}; HttpOnly; SameSite=Lax`;
}

/** Is this a signed-in member of the team? Nobody is in a real installation, until there are accounts. */
export function isTeam(request: Request, { config, secret, clock }: Known): boolean {
  if (config.mode !== 'sample') return false;
  const prefix = `${cookieName}=`;
  return (request.headers.get('cookie') ?? '').split(/;\s*/).some((cookie) => {
    if (!cookie.startsWith(prefix)) return false;
    const [expires = '', signature = ''] = cookie.slice(prefix.length).split('.');
    const given = Buffer.from(signature);
    const expected = Buffer.from(signatureOf(secret, expires));
    const isOurs = given.length === expected.length && timingSafeEqual(given, expected);
    return isOurs && Number(expires) * 1000 > clock.now().getTime();
  });
}
