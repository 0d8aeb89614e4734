/**
 * Returns the Message-ID of an email, without brackets: the same name gives the same id, so that repeats are
 * recognised.
 */
export const messageIdOf = (name: string, origin: string): string =>
  `${name}@${new URL(origin).hostname.replaceAll(/[^\w.-]/g, '')}`;

/** The mail that a mail answers or follows, and the conversation that both belong to; ids without brackets. */
export type Thread = {
  readonly inReplyTo: string;
  /** Names the conversation. No mail need bear this id: programs gather the mails that refer to the same one. */
  readonly root: string;
};
