import { clientAction } from '#src/features/accounts/access/person-action.ts';
import portal from '#content/portal.yaml';
import { saveMailPreference } from './mail-settings.ts';

/** Keeps the settings of the client who posts them. */
export const saveSettingsAction = clientAction(async ({ services, person, entries }) => {
  const { db, clock } = services;
  const isSaved = await saveMailPreference(db, clock.now(), person, entries['mails'] ?? '');
  return isSaved
    ? { ok: true, next: '/portal/settings?saved' }
    : { ok: false, status: 422, error: portal.settingsPage.choose };
});
