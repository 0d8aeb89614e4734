/** The twelve notes in an order of their own; one comes twice, for thirteen divides fewer runs of numbers than twelve. */
const figures = ['d4', 'e4', 'g4', 'as4', 'a4', 'c4', 'f4', 'cs4', 'ds4', 'b4', 'fs4', 'gs4', 'e4'] as const;

/** The figure that a project bears, by its number: always the same one. */
export const projectFigureOf = (number: number) => figures[number % figures.length] ?? figures[0];
