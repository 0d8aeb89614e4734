import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

const lifeMs = 5 * 60_000;
const nonceBytes = 16;
const timeBytes = 6;
const macBytes = 16;

const macOf = (secret: string, said: Buffer) =>
  createHmac('sha256', secret).update('passkey challenge\n').update(said).digest().subarray(0, macBytes);

/**
 * A challenge for somebody who is not signed in, base64url: a random number and its end, signed. Nothing is stored for it, so
 * that asking for many fills nothing.
 */
export function signedChallenge(secret: string, now: Date): Buffer {
  const end = Buffer.alloc(timeBytes);
  end.writeUIntBE(now.getTime() + lifeMs, 0, timeBytes);
  const said = Buffer.concat([randomBytes(nonceBytes), end]);
  return Buffer.concat([said, macOf(secret, said)]);
}

/** Did we make this challenge less than five minutes ago? Whoever accepts it sees to it that it is used once. */
export function isSignedChallenge(secret: string, now: Date, challenge: string): boolean {
  const bytes = Buffer.from(challenge, 'base64url');
  if (bytes.length !== nonceBytes + timeBytes + macBytes) return false;
  const said = bytes.subarray(0, nonceBytes + timeBytes);
  const isOurs = timingSafeEqual(bytes.subarray(nonceBytes + timeBytes), macOf(secret, said));
  return isOurs && bytes.readUIntBE(nonceBytes, timeBytes) > now.getTime();
}
