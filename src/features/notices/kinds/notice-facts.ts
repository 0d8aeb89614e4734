/** What a notice is about, as far as its link has to know. */
type About = { readonly projectId: string | null; readonly subjectId: string };

export type Path = (about: About) => string;

/**
 * At once; with what follows within moments, such as the other files of an upload; with ten minutes of a conversation; or with
 * an hour of what anybody may cause who has a link.
 */
export type MailTime = 'at-once' | 'batch' | 'conversation' | 'hour';

/** What a mail says about one kind of thing, and when it leaves. */
export type MailedNotice = {
  readonly time: MailTime;
  /** What has the same topic gathers in the same mail. */
  readonly topic: string;
  readonly subject: string;
  /** The subject of a mail that tells of several, with their `{count}`; null where it is the same. */
  readonly severalSubject: string | null;
  readonly one: string;
  /** Says what several by the same author are, with their `{count}`; null where each has a line of its own. */
  readonly several: string | null;
  readonly link: { readonly label: string; readonly path: Path };
};

/** What something that can happen to a client's projects means to whoever can see it. */
export type ChangeFacts = {
  /** What an open page says. */
  readonly live: string;
  /** Its sentence in what happened in a project, on either side; null where it is not told there. */
  readonly portalHistory: string | null;
  readonly deskHistory: string | null;
  /** The team's mail when the client does it; null where the team is told nothing. */
  readonly teamMail: MailedNotice | null;
};

/** By what a notification is settled: it then waits no more, and is no news in a mail. */
export type SettledBy = 'looking' | 'approval' | 'payment';

/** A notification on a client's dashboard and its mail. */
export type NotificationFacts = {
  readonly sentence: string;
  /** Says it where the moment is known, as `{at}`. */
  readonly sentenceAt: string | null;
  /** Which name stands below the sentence. */
  readonly about: 'file' | 'project';
  readonly path: Path;
  readonly settledBy: SettledBy;
  /** Null for what waits for nobody. */
  readonly mail: MailedNotice | null;
  /** What is said to who may only listen, where that differs. */
  readonly toListeners?: {
    readonly sentence: string;
    readonly mail: Pick<MailedNotice, 'subject' | 'severalSubject' | 'one'>;
  };
};
