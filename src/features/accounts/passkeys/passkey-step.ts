import type { Db } from '#src/platform/database/database.ts';
import { listPasskeys } from './passkeys.ts';
import type { PasskeyStep } from './passkey-page.tsx';
import type { Session } from '#src/features/accounts/sessions/session.ts';

/** What a session has to do, or may do, about its second factor; null for nothing. */
export async function findPasskeyStep(db: Db, { person, isComplete }: Session): Promise<PasskeyStep | null> {
  if (person.role !== 'team') return null;
  const hasPasskey = (await listPasskeys(db, person.id)).length > 0;
  if (isComplete) return hasPasskey ? null : 'offer';
  return hasPasskey ? 'confirm' : 'due';
}
