import project from '#content/project.yaml';

type ShownKind = keyof typeof project.activity.lines;

/** What is told to a client of all that is written down about their project. */
export const activityKinds = Object.keys(project.activity.lines) as readonly ShownKind[];
