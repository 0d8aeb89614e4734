import type desk from '#content/desk.yaml';
import deskProjects from '#content/desk-projects.yaml';
import notices from '#content/notices.yaml';
import project from '#content/project.yaml';

const { live } = notices;
const portalLines = project.activity.lines;
const deskLines = deskProjects.activity.kinds;

/** Kinds of change for which the desk's page of a client has words, too (`workspace/activity-list.tsx`). */
type Done = keyof typeof live & keyof typeof desk.activity.kinds;

/** The words of a kind that both sides are told of, by its name. */
export const wordsOf = (kind: Done & keyof typeof portalLines & keyof typeof deskLines) => ({
  live: live[kind],
  portalHistory: portalLines[kind],
  deskHistory: deskLines[kind],
});

/** The words of a kind that the desk's history and open pages are told of. */
export const forDesk = (kind: Done & keyof typeof deskLines) => ({
  live: live[kind],
  portalHistory: null,
  deskHistory: deskLines[kind],
});

const withoutHistory = (kind: keyof typeof live) => ({
  live: live[kind],
  portalHistory: null,
  deskHistory: null,
});

/** The words of a kind that no project is told of: it is about a client or their people. */
export const ofClient = (kind: Done) => withoutHistory(kind);

/** The words of a kind that only open pages are told of, because a job does it. */
export const byJob = (kind: Exclude<keyof typeof live, Done>) => withoutHistory(kind);
