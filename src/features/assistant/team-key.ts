/** The key in session storage of the tab's conversation with the team. */
export const teamKey = 'antinode:person';
