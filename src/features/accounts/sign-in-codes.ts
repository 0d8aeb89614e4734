import { randomInt } from 'node:crypto';
import { and, eq, gt } from 'drizzle-orm';
import type { Db } from '#src/platform/database/database.ts';
import { codeHashOf, randomToken, tokenHashOf } from './secret-text.ts';
import { signInCodes } from './sign-in-code.table.ts';

const tries = 5;

export type SignInSecrets = { readonly code: string; readonly token: string };

type Issue = { emailKey: string; secret: string; now: Date; lifeMs: number; next?: string | null };

/** Makes the code and the link's token of an address; any older ones of that address are void from now on. */
export async function issueSignInCode(tx: Db, issue: Issue): Promise<SignInSecrets> {
  const { emailKey, secret, now, lifeMs, next = null } = issue;
  const code = String(randomInt(1_000_000)).padStart(6, '0');
  const token = randomToken();
  const row = {
    codeHash: codeHashOf(secret, emailKey, code),
    tokenHash: tokenHashOf(token),
    triesLeft: tries,
    next,
    expiresAt: new Date(now.getTime() + lifeMs),
  };
  await tx
    .insert(signInCodes)
    .values({ emailKey, ...row })
    .onConflictDoUpdate({ target: signInCodes.emailKey, set: row });
  return { code, token };
}

/** Uses a link's token up, in one statement; null when it is unknown, used, replaced or too old. */
export async function consumeSignInToken(
  tx: Db,
  now: Date,
  token: string,
): Promise<{ emailKey: string; next: string | null } | null> {
  const [used] = await tx
    .delete(signInCodes)
    .where(and(eq(signInCodes.tokenHash, tokenHashOf(token)), gt(signInCodes.expiresAt, now)))
    .returning({ emailKey: signInCodes.emailKey, next: signInCodes.next });
  return used ?? null;
}
