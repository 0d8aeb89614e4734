import { and, eq } from 'drizzle-orm';
import { tokenHashOf } from '#src/features/accounts/people/secret-text.ts';
import { visitorInvitation } from '#src/features/calls/invitations/call-invitation.ts';
import { findToldCall } from '#src/features/calls/invitations/find-told-call.ts';
import { writeInvitation } from '#src/features/calls/invitations/invitation.ts';
import { calls } from '../call.table.ts';
import { setPrivateHeaders } from '#src/platform/http/set-private-headers.ts';
import { invitationFile } from '#src/platform/mail/mail-invitation.ts';
import type { Services } from '#src/platform/services/services.ts';

type Needs = Pick<Services, 'db' | 'clock' | 'origin' | 'secret' | 'config'>;

/**
 * The booked call that a token names, as a file for its visitor's calendar; 404 for any other. It is the same REQUEST of the same UID
 * as in the mail: a program that has both shows one call, where a PUBLISH would become a second one.
 */
export async function callFile(needs: Needs, token: string): Promise<Response> {
  return setPrivateHeaders(await answerWith(needs, token));
}

async function answerWith({ db, clock, origin, secret, config }: Needs, token: string): Promise<Response> {
  const isIt = and(eq(calls.tokenHash, tokenHashOf(token)), eq(calls.state, 'booked'));
  const call = isIt ? await findToldCall(db, isIt) : null;
  if (!call) return new Response('Not found\n', { status: 404 });
  const settings = { origin, secret, mailFrom: config.mailFrom };
  const invitation = visitorInvitation(call, settings, { to: call.email, now: clock.now() });
  return new Response(writeInvitation(invitation), {
    headers: {
      'content-type': 'text/calendar; charset=utf-8; method=REQUEST',
      'content-disposition': `attachment; filename="${invitationFile}"`,
    },
  });
}
