import { conversationHub, createConversationHub } from './conversations/conversation-hub.ts';
import { endAbandonedConversations, pruneConversations } from './conversations/prune-conversations.ts';
import { openStreams } from '#src/features/notifications/events/stream-hub.ts';
import type { Feature } from '#src/platform/services/services.ts';

/** Adds what brings visitors the lines of their conversations, ends conversations that were left, and forgets those that are long over. */
export const chatFeature: Feature = {
  name: 'conversations',
  async register({ database, clock, log }) {
    conversationHub.register(await createConversationHub({ database, clock, log }));
  },
  async prune({ db, clock }) {
    await endAbandonedConversations(db, clock.now());
    await pruneConversations(db, clock.now());
  },
  measures: () => [openStreams({ chat: conversationHub })],
  drain() {
    conversationHub.dispose();
  },
};
