/** The four columns, in order. */
export const projectStatuses = ['backlog', 'in-progress', 'review', 'delivered'] as const;

export type ProjectStatus = (typeof projectStatuses)[number];

export const isStatus = (text: string): text is ProjectStatus =>
  projectStatuses.some((status) => status === text);

/** How a project's number is written. */
export const projectCodeOf = (number: number) => `P-${number}`;
