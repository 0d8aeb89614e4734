/**
 * Returns the Message-ID of an email, without brackets: the same name gives the same id, so that repeats are
 * recognised.
 */
export const messageIdOf = (name: string, origin: string): string =>
  `${name}@${new URL(origin).hostname.replaceAll(/[^\w.-]/g, '')}`;

/** The email that an email replies to or follows, and their conversation; ids without brackets. */
export type Thread = {
  readonly inReplyTo: string;
  /** The id of the conversation. No email needs to have this id: programs group emails that reference it. */
  readonly root: string;
};
