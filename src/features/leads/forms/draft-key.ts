/** Begins the key in session storage of each form's draft; the form's name follows. */
export const draftPrefix = 'antinode:draft:';
