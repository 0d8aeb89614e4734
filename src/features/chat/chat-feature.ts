import { conversationHub, createConversationHub } from './conversations/conversation-hub.ts';
import { endAbandonedConversations, pruneConversations } from './conversations/prune-conversations.ts';
import { openStreams } from '#src/features/notifications/events/stream-hub.ts';
import type { Feature } from '#src/platform/services/services.ts';

/** Registers the conversation streams; ends abandoned conversations and deletes old ones. */
export const chatFeature: Feature = {
  name: 'conversations',
  async register({ database, clock, log }) {
    conversationHub.register(await createConversationHub({ database, clock, log }));
  },
  async prune({ db, clock }) {
    await endAbandonedConversations(db, clock.now());
    await pruneConversations(db, clock.now());
  },
  metrics: () => [openStreams({ chat: conversationHub })],
  drain() {
    conversationHub.dispose();
  },
};
