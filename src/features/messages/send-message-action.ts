import { personAction, refusal } from '#src/features/accounts/access/person-action.ts';
import portal from '#content/portal.yaml';
import type { Action, ActionOutcome } from '#src/features/accounts/access/take-action.ts';
import { checkFields } from '#src/platform/check-fields.ts';
import { messageFields } from './message-fields.schema.ts';
import { sendMessage, type SentMessage } from './send-message.ts';

const { messages: words } = portal;

function refusedOf(reason: Extract<SentMessage, { ok: false }>['reason']): ActionOutcome {
  if (reason === 'not-found') return refusal(404, words.notFound);
  return reason === 'conflict' ? refusal(409, words.conflict) : refusal(422, words.blank);
}

/** Takes a posted message of whoever is signed in, client or team; `nextOf` says where its sender goes on. */
export const messageAction = (nextOf: (projectId: string) => string): Action =>
  personAction(async ({ services, person, entries }) => {
    const { messageId: id = '', projectId = '', content = '' } = entries;
    const [problem] = checkFields(messageFields, { content });
    if (problem?.code === 'too-long') return refusal(422, words.tooLong);
    if (problem?.code === 'characters') return refusal(422, words.characters);
    const sent = await sendMessage(services.db, services, person, { id, projectId, content });
    return sent.ok ? { ok: true, next: nextOf(projectId) } : refusedOf(sent.reason);
  });
