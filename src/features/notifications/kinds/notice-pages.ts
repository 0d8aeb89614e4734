import type { Path } from './notice-facts.ts';

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
