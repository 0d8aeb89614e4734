import { randomUUID } from 'node:crypto';
import { asc, eq } from 'drizzle-orm';
import { openSession, type Member } from '#src/features/accounts/sessions/session.ts';
import { sessions } from '#src/features/accounts/sessions/session.table.ts';
import { setTakesChats } from './availability.ts';
import { conversationLines, conversations } from '../conversation.table.ts';
import { rulesOf } from '#src/features/leads/submissions/submission.fixture.ts';
import { makePerson, testNow, testServices } from '#src/features/projects/test-project.fixture.ts';
import type { Db } from '#src/platform/database/database.ts';
import { createRateLimiter } from '#src/platform/limits/rate-limit.ts';
import { startConversation } from './start-conversation.ts';
import { findConversationId } from './find-conversation.ts';

/** Makes a team member who has the desk open and takes chats. */
export async function makeAvailableMember(db: Db, name: string, now = testNow): Promise<Member> {
  const member = await makePerson(db, 'team', name);
  await openSession(db, now, member, 'a browser');
  await db.update(sessions).set({ deskOpenAt: now }).where(eq(sessions.personId, member.id));
  await setTakesChats(db, member.id, true);
  return member;
}

/** Makes a studio with a member who takes chats, and a clock that the test can set. */
export async function makeChatStudio(db: Db) {
  const clock = { at: testNow, now: () => clock.at };
  const secret = 'a secret for tests only';
  const rateLimiter = createRateLimiter({ clock, secret, log: { warn: () => undefined } });
  const rules = rulesOf({ rateLimiter });
  const parts = { clock, secret, rateLimiter, rules, jobs: testServices().jobs };
  const ada = await makeAvailableMember(db, 'Ada Brandt');
  /** Moves the clock on, with the desk still open. */
  const wait = async (ms: number) => {
    clock.at = new Date(clock.at.getTime() + ms);
    await db.update(sessions).set({ deskOpenAt: clock.at });
  };
  const begin = async (network: string = randomUUID()) => {
    const begun = await startConversation(db, parts, { askedAs: randomUUID(), network });
    if (!begun.ok) throw new Error(begun.reason);
    const id = await findConversationId(db, begun.token);
    if (id === null) throw new Error('not begun');
    return { id, token: begun.token };
  };
  return { parts, clock, ada, wait, begin };
}

/** Lists the lines of a conversation with their kinds. */
export async function listLineTexts(db: Db, id: string): Promise<string[]> {
  const lines = await db
    .select()
    .from(conversationLines)
    .where(eq(conversationLines.conversationId, id))
    .orderBy(asc(conversationLines.seq));
  return lines.map(
    ({ seq, kind, sender, content }) => `${seq} ${sender} ${kind === 'text' ? content : kind}`,
  );
}

export async function stateOf(db: Db, id: string): Promise<string | undefined> {
  const [row] = await db.select().from(conversations).where(eq(conversations.id, id));
  return row?.state;
}
