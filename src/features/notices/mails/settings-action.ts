import portal from '#content/portal.yaml';
import type { Action } from '#src/features/accounts/access/take-action.ts';
import { saveMailPreference } from './mail-settings.ts';

/** Keeps the settings of the client who posts them. */
export const saveSettingsAction: Action = async ({ services, session, entries }) => {
  if (!session) throw new Error('The policy lets only clients through');
  const { db, clock } = services;
  const isSaved = await saveMailPreference(db, clock.now(), session.person, entries['mails'] ?? '');
  return isSaved
    ? { ok: true, next: '/portal/settings?saved' }
    : { ok: false, status: 422, error: portal.settingsPage.choose };
};
