import { headerChatsOf, type HeaderChats } from './find-chats.ts';
import { randomUUID } from 'node:crypto';
import type { Action } from '#src/features/accounts/access/action.ts';
import type { Member } from '#src/features/accounts/sessions/session.ts';
import { makeChatStudio } from '../conversations/conversation.fixture.ts';
import { postAsVisitor } from '../conversations/post-line.ts';
import type { Db } from '#src/platform/database/database.ts';
import type { Services } from '#src/platform/services/services.ts';
import { chatActions, chatListActions } from './chat-actions.ts';

/** A desk with its form handlers. */
export async function openDesk(db: Db) {
  const studio = await makeChatStudio(db);
  const services = { ...studio.parts, db, config: { formForwardUrl: null } } as unknown as Services;
  const press = async (member: Member, action: string, id = '', entries: Record<string, string> = {}) => {
    const act: Action | undefined = { ...chatActions, ...chatListActions }[action];
    if (!act) throw new Error(`no ${action}`);
    const session = { id: randomUUID(), person: member, isComplete: true, isRecent: true };
    return act({ services, session, entries, params: { id } });
  };
  const write = (id: string, content: string) =>
    postAsVisitor(db, studio.parts, { conversationId: id, writtenAs: randomUUID(), content });
  return { ...studio, press, write };
}

/** Returns the chat data of the desk's header for a team member. */
export async function findHeaderChats(db: Db, personId: string): Promise<HeaderChats> {
  const [row] = await headerChatsOf(db, personId);
  return row ?? { waiting: 0, takesChats: false };
}
