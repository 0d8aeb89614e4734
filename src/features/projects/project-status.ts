/** The figures of projects by number. One is listed twice: with thirteen, figures repeat less regularly. */
const figures = ['d4', 'e4', 'g4', 'as4', 'a4', 'c4', 'f4', 'cs4', 'ds4', 'b4', 'fs4', 'gs4', 'e4'] as const;

/** Returns the figure of a project by its number. */
export const projectFigureOf = (number: number) => figures[number % figures.length] ?? figures[0];

/** The statuses of a project, in the order of the board's columns. */
export const projectStatuses = ['backlog', 'in-progress', 'review', 'delivered'] as const;

export type ProjectStatus = (typeof projectStatuses)[number];

export const isStatus = (text: string): text is ProjectStatus =>
  projectStatuses.some((status) => status === text);

/** Returns a project's number as shown: P-214. */
export const projectCodeOf = (number: number) => `P-${number}`;
