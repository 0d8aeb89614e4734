import { choiceOf, longest, requiredEmail, requiredText } from '#src/platform/field.schema.ts';

/** The 60-second brief, with the values that may be chosen. */
export const briefSchema = (choices: {
  readonly project_type: readonly string[];
  readonly timeline: readonly string[];
}) => ({
  name: requiredText(longest.name),
  email: requiredEmail,
  project_type: choiceOf(choices.project_type),
  timeline: choiceOf(choices.timeline),
});
