/**
 * Returns the attributes of the placeholder for the times in a form, which its script fills. Separate from the
 * fields, so that pages which fetch them do not include their styles.
 */
export const timesPlaceholder = (idPrefix: string) => ({
  'data-times': `/discovery-call/time-fields?at=${idPrefix}`,
});
