import { validate as isUuid } from 'uuid';
import words from '#content/desk-clients.yaml';
import { fieldRefusal, refusal, teamAction } from '#src/features/accounts/access/person-action.ts';
import { countsOfText } from './count-moving.ts';
import { mergeClients } from './merge-clients.ts';

const { errors } = words.merge;

const merge = teamAction(async ({ services, person, entries, params }) => {
  const { id: fromId = '' } = params;
  const { into: intoId = '', seen = '' } = entries;
  const counts = countsOfText(seen);
  if (!isUuid(fromId)) return refusal(404, errors.gone);
  if (!isUuid(intoId) || !counts) return fieldRefusal('into', errors.choose);
  const merged = await mergeClients(services.db, services, person, { fromId, intoId, seen: counts });
  if (merged.ok) return { ok: true, next: `/desk/clients/${intoId}` };
  if (merged.reason === 'not-found') return refusal(404, errors.gone);
  return refusal(409, errors[merged.reason]);
});

/** The actions of the page that merges a client. */
export const mergeActions = { merge };
