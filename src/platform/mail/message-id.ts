/** The Message-ID of a mail of this installation, without brackets: the same name is the same mail, so a repeat can be told. */
export const messageIdOf = (name: string, origin: string): string =>
  `${name}@${new URL(origin).hostname.replaceAll(/[^\w.-]/g, '')}`;

/** The mail that a mail answers or follows, and the conversation that both belong to; ids without brackets. */
export type Thread = {
  readonly inReplyTo: string;
  /** Names the conversation. No mail need bear this id: programs gather the mails that refer to the same one. */
  readonly root: string;
};
