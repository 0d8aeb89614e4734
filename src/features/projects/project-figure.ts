/** The order in which figures are given to projects. One comes twice: with thirteen, figures repeat less regularly. */
const figures = ['d4', 'e4', 'g4', 'as4', 'a4', 'c4', 'f4', 'cs4', 'ds4', 'b4', 'fs4', 'gs4', 'e4'] as const;

/** The figure of a project by its number, always the same. */
export const projectFigureOf = (number: number) => figures[number % figures.length] ?? figures[0];
