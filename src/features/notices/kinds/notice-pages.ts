import type { Path } from './notice-facts.ts';

/** The page of a project on either side, or all of them. */
export const projectPage =
  (side: '/portal' | '/desk'): Path =>
  ({ projectId }) =>
    projectId === null ? `${side}/projects` : `${side}/projects/${projectId}`;

/** The messages of a project. */
export const threadPage: Path = ({ projectId }) =>
  projectId === null ? '/portal/messages' : `/portal/messages?project=${projectId}`;

export const invoicePage: Path = ({ subjectId }) => `/portal/invoices/${subjectId}`;
