import type { Path } from './notice-facts.ts';

/** The page of a project on either side; where there is no project, the page of all of them or another. */
export const projectPage =
  (side: '/portal' | '/desk', otherwise = `${side}/projects`): Path =>
  ({ projectId }) =>
    projectId === null ? otherwise : `${side}/projects/${projectId}`;

/** The messages of a project. */
export const threadPage: Path = ({ projectId }) =>
  projectId === null ? '/portal/messages' : `/portal/messages?project=${projectId}`;

export const invoicePage: Path = ({ subjectId }) => `/portal/invoices/${subjectId}`;
