/** Prefix of each draft's key in session storage; followed by the form's name. */
export const draftPrefix = 'antinode:draft:';
