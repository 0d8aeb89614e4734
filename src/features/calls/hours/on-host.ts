import { validate as isUuid } from 'uuid';
import words from '#content/call-hours.yaml';
import { refusal, teamAction, type TeamInput } from '#src/features/accounts/access/person-action.ts';
import type { Action, ActionOutcome } from '#src/features/accounts/access/take-action.ts';
import { findHostHours, type HostHours } from './find-hours.ts';

/** The input of an action about one host: the host, and the page it was posted to. */
export type HostInput = TeamInput & { readonly host: HostHours; readonly path: string };

/** An action about the host whose page it is. */
export const onHost = (act: (input: HostInput) => Promise<ActionOutcome>): Action =>
  teamAction(async (input) => {
    const { id = '' } = input.params;
    const host = isUuid(id) ? await findHostHours(input.services.db, id) : null;
    return host ? act({ ...input, host, path: `/desk/calls/hours/${id}` }) : refusal(404, words.errors.gone);
  });
