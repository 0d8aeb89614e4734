import words from '#content/accounts.yaml';
import type { Services } from '#src/platform/services/services.ts';
import { beginConfirmation, finishConfirmation } from './confirm-passkey.ts';
import { landingOf } from '#src/features/accounts/sign-in/landing.ts';
import { declinePasskeyOffer } from './passkeys.ts';
import { beginRegistration, finishRegistration } from './register-passkey.ts';
import { relyingPartyOf } from './passkey-challenge.ts';
import type { Session } from '#src/features/accounts/sessions/session.ts';
import { recordRepeatable, senderOf } from '#src/features/accounts/trail/record-trail.ts';
import type {
  Action,
  ActionInput,
  ActionOutcome,
  PostContext,
} from '#src/features/accounts/access/take-action.ts';

type Signed = {
  readonly services: Services;
  readonly session: Session;
  readonly entries: ActionInput['entries'];
};

type Named = 'begin-add' | 'add' | 'begin-confirm' | 'confirm' | 'not-now';

/** For the team alone: a client has no second factor. */
const ofTeam =
  (act: (input: Signed) => Promise<ActionOutcome>): Action =>
  async ({ services, session, entries }) =>
    session?.person.role === 'team'
      ? act({ services, session, entries })
      : { ok: false, status: 404, error: words.signIn.errors.passkey };

const refused: ActionOutcome = { ok: false, status: 422, error: words.signIn.errors.passkey };

/** The actions about passkeys, by name. */
export function passkeyActionsOf({ url, request, client }: PostContext): Record<Named, Action> {
  const sender = senderOf(request, client);
  const partyOf = ({ config }: Services) => relyingPartyOf(config.publicUrl, url);
  const onwards = ({ entries }: Signed) => landingOf('team', entries['next'] ?? null);
  return {
    'begin-add': ofTeam(async ({ services, session }) => {
      const { db, clock } = services;
      const options = await beginRegistration(db, clock.now(), session, partyOf(services));
      return { ok: true, data: { options } };
    }),
    add: ofTeam(async (input) => {
      const { services, session, entries } = input;
      const { db, clock } = services;
      const { response = '', name = '' } = entries;
      const answer = { response, name, sender, party: partyOf(services) };
      const isAdded = await finishRegistration(db, clock.now(), session, answer);
      return isAdded ? { ok: true, next: onwards(input) } : refused;
    }),
    'begin-confirm': ofTeam(async ({ services, session }) => {
      const { db, clock } = services;
      const options = await beginConfirmation(db, clock.now(), session, partyOf(services));
      return { ok: true, data: { options } };
    }),
    confirm: ofTeam(async (input) => {
      const { services, session, entries } = input;
      const { db, clock } = services;
      const answer = { session, response: entries['response'] ?? '', party: partyOf(services) };
      const { id: personId } = session.person;
      const isConfirmed = await finishConfirmation(db, clock.now(), answer);
      const kind = isConfirmed ? 'passkey-used' : 'passkey-failed';
      await recordRepeatable(db, clock.now(), sender, { kind, personId });
      return isConfirmed ? { ok: true, next: onwards(input) } : refused;
    }),
    'not-now': ofTeam(async (input) => {
      const { services, session } = input;
      await declinePasskeyOffer(services.db, services.clock.now(), session.person.id);
      return { ok: true, next: onwards(input) };
    }),
  };
}
