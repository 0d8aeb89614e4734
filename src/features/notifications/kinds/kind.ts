/** The kind of an event that a page follows without announcing it. */
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

/** The final files at the top of a delivered project's page. */
export const deliveredPage: Path = ({ projectId }) =>
  projectId === null ? '/portal/projects' : `/portal/projects/${projectId}#delivered`;

/** The client's upload form on a project's page. */
export const uploadPage: Path = ({ projectId }) =>
  projectId === null ? '/portal/projects' : `/portal/projects/${projectId}#sent-files`;

/** A part of a project's page on the desk. */
export const deskPart =
  (part: 'files' | 'sent-files' | 'invoices'): Path =>
  (about) =>
    about.projectId === null ? '/desk/projects' : `/desk/projects/${about.projectId}#${part}`;

/** The conversation of a project, or the general one, in the portal, with the form for an answer in view. */
export const threadPage: Path = ({ projectId }) => {
  const key = projectId ?? 'general';
  return `/portal/messages?project=${key}#message-${key}`;
};

/** The same at the desk; without a project or a client, all conversations. */
export const deskThreadPage: Path = ({ projectId, details }) => {
  if (projectId !== null) return `/desk/messages?project=${projectId}#message-${projectId}`;
  const { clientId } = details ?? {};
  return clientId === undefined ? '/desk/messages' : `/desk/messages?client=${clientId}#message-general`;
};

/** One message in its conversation, for a client or the team. */
export const messagePlace =
  (audience: 'client' | 'team' | 'member'): Path =>
  (about) => {
    const [page = ''] = (audience === 'client' ? threadPage : deskThreadPage)(about).split('#');
    return `${page}${page.includes('?') ? '&' : '?'}message=${about.subjectId}#m-${about.subjectId}`;
  };

export const invoicePage: Path = ({ subjectId }) => `/portal/invoices/${subjectId}`;

/** What a link needs: ids, and the stored details. */
type About = {
  readonly projectId: string | null;
  readonly subjectId: string;
  readonly details?: Readonly<Record<string, string>>;
};

export type Path = (about: About) => string;

/**
 * When an email is sent: at once; with what follows within moments, such as the other files of an upload; with ten minutes of a
 * conversation; or with an hour of guests' comments.
 */
export type MailTime = 'at-once' | 'batch' | 'conversation' | 'hour';

/** What an email quotes: a message, a comment or reply, or a request for changes to a file. */
export type Quoted = 'message' | 'comment' | 'request';

/** A link to the subject of an email. The label may name details, such as `{file}`. */
export type EmailLink = { readonly label: string; readonly path: Path };

/** The texts of an email about one kind, and when it is sent. */
export type EmailText = {
  readonly time: MailTime;
  /** Items of the same topic are gathered in one email. */
  readonly topic: string;
  readonly subject: string;
  /** The subject of an email with several items, with their `{count}`; null if it is the same. */
  readonly severalSubject: string | null;
  readonly one: string;
  /** The sentence for several items by the same author, with their `{count}`; null if each has its own line. */
  readonly several: string | null;
  readonly link: EmailLink;
  /** The text that is quoted, unless the studio has turned that off; none by default. */
  readonly quotes?: Quoted;
};

/** How one kind of change is shown and emailed. */
export type ChangeFacts = {
  /** The sentence that an open page announces. */
  readonly live: string;
  /** The sentence in a project's history, on either side; null if it is not shown there. */
  readonly portalHistory: string | null;
  readonly deskHistory: string | null;
  /** The team's email when the client makes the change; null if there is none. */
  readonly teamMail: EmailText | null;
};

/** What settles a notification: after that it is neither shown nor emailed. */
export type SettledBy = 'looking' | 'approval' | 'payment' | 'request';

/** A notification on a client's dashboard and its email. */
export type NotificationFacts = {
  readonly sentence: string;
  /** Which name is shown below the sentence. */
  readonly about: 'file' | 'project';
  readonly path: Path;
  readonly settledBy: SettledBy;
  /** Null if it is not emailed. */
  readonly mail: EmailText | null;
  /** The texts for listeners, if they differ. */
  readonly toListeners?: {
    readonly sentence: string;
    readonly mail: Pick<EmailText, 'subject' | 'severalSubject' | 'one' | 'several'>;
  };
};
