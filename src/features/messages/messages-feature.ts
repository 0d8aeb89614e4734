import type { Feature } from '#src/platform/services/services.ts';

/** Lets the pages of messages take files. */
export const messagesFeature: Feature = {
  name: 'messages',
  uploads: ['/portal/messages', '/desk/messages'],
};
