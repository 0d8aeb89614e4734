import deskProjects from '#content/desk-projects.yaml';
import notices from '#content/notices.yaml';
import project from '#content/project.yaml';

const { live } = notices;
const portalLines = project.activity.lines;
const deskLines = deskProjects.activity.kinds;

/** The words of a kind that both sides are told of, by its name. */
export const wordsOf = (kind: keyof typeof live & keyof typeof portalLines & keyof typeof deskLines) => ({
  live: live[kind],
  portalHistory: portalLines[kind],
  deskHistory: deskLines[kind],
});

/** The words of a kind that the desk's history and open pages are told of. */
export const forDesk = (kind: keyof typeof live & keyof typeof deskLines) => ({
  live: live[kind],
  portalHistory: null,
  deskHistory: deskLines[kind],
});

/** The words of a kind that only open pages are told of. */
export const liveAlone = (kind: keyof typeof live) => ({
  live: live[kind],
  portalHistory: null,
  deskHistory: null,
});
