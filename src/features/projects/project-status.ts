/** The statuses of a project, in the order of the board's columns. */
export const projectStatuses = ['backlog', 'in-progress', 'review', 'delivered'] as const;

export type ProjectStatus = (typeof projectStatuses)[number];

export const isStatus = (text: string): text is ProjectStatus =>
  projectStatuses.some((status) => status === text);

/** A project's number as it is shown: P-214. */
export const projectCodeOf = (number: number) => `P-${number}`;
