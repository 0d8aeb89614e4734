/**
 * Returns the attributes of the place of the times in a form: its script finds it by their name, and what it asks for by the address. Apart
 * from the fields themselves, so that a page which fetches them carries none of their styles.
 */
export const timesPlaceholder = (idPrefix: string) => ({
  'data-times': `/discovery-call/time-fields?at=${idPrefix}`,
});
