/** The kind of an event that a page follows without saying that something happened: most of them change nothing that it shows. */
export const silentKind = 'unspoken';

/** The page of a project on either side; where there is no project, the page of all of them or another. */
export const projectPage =
  (side: '/portal' | '/desk', otherwise = `${side}/projects`): Path =>
  ({ projectId }) =>
    projectId === null ? otherwise : `${side}/projects/${projectId}`;

/** A file in the list of its project's page, with the player showing it if it can be played. */
export const filePage: Path = ({ projectId, subjectId }) =>
  projectId === null
    ? '/portal/projects'
    : `/portal/projects/${projectId}?file=${subjectId}#file-${subjectId}`;

/** A comment on its project's page, with the player at its time; without its file's id, the project. */
export const commentPage =
  (side: '/portal' | '/desk'): Path =>
  (about) => {
    const { fileId, atMs } = about.details ?? {};
    const page = projectPage(side)(about);
    if (about.projectId === null || fileId === undefined) return page;
    return `${page}?file=${fileId}&at=${atMs ?? '0'}#comment-${about.subjectId}`;
  };

/** A part of a project's page on the desk. */
export const deskPart =
  (part: 'files' | 'sent-files' | 'messages' | 'invoices'): Path =>
  (about) =>
    about.projectId === null ? '/desk/projects' : `/desk/projects/${about.projectId}#${part}`;

/** The messages of a project. */
export const threadPage: Path = ({ projectId }) =>
  projectId === null ? '/portal/messages' : `/portal/messages?project=${projectId}`;

export const invoicePage: Path = ({ subjectId }) => `/portal/invoices/${subjectId}`;

/** What the link of a notice needs: ids, and the details that were stored with it. */
type About = {
  readonly projectId: string | null;
  readonly subjectId: string;
  readonly details?: Readonly<Record<string, string>>;
};

export type Path = (about: About) => string;

/**
 * When a mail leaves: at once; gathered with what follows within moments, such as the other files of an upload; with ten minutes of
 * a conversation; or with an hour of what guests with a link do.
 */
export type MailTime = 'at-once' | 'batch' | 'conversation' | 'hour';

/** A link to what a mail is about. The label may name details, such as `{file}`. */
export type EmailLink = { readonly label: string; readonly path: Path };

/** The words of a mail about one kind of change, and when it leaves. */
export type EmailText = {
  readonly time: MailTime;
  /** News of the same topic is gathered in one mail. */
  readonly topic: string;
  readonly subject: string;
  /** The subject of a mail that tells of several, with their `{count}`; null where it is the same. */
  readonly severalSubject: string | null;
  readonly one: string;
  /** Says what several by the same author are, with their `{count}`; null where each has a line of its own. */
  readonly several: string | null;
  readonly link: EmailLink;
};

/** How one kind of change in a client's projects is shown and mailed. */
export type ChangeFacts = {
  /** The sentence that an open page announces. */
  readonly live: string;
  /** The sentence in a project's history, on either side; null if it is not shown there. */
  readonly portalHistory: string | null;
  readonly deskHistory: string | null;
  /** The team's mail when the client does it; null where the team is told nothing. */
  readonly teamMail: EmailText | null;
};

/** What settles a notification: after that it waits no more, and is not mailed. */
export type SettledBy = 'looking' | 'approval' | 'payment';

/** A notification on a client's dashboard and its mail. */
export type NotificationFacts = {
  readonly sentence: string;
  /** Which name stands below the sentence. */
  readonly about: 'file' | 'project';
  readonly path: Path;
  readonly settledBy: SettledBy;
  /** Null if it is not mailed. */
  readonly mail: EmailText | null;
  /** The words for people who may only listen, if they differ. */
  readonly toListeners?: {
    readonly sentence: string;
    readonly mail: Pick<EmailText, 'subject' | 'severalSubject' | 'one'>;
  };
};
