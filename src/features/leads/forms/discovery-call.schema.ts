import { choiceOf, longest, optionalText, requiredEmail, requiredText } from '#src/platform/field.schema.ts';

/** The discovery-call request. `preferred_time` lists the values that may be chosen. */
export const discoveryCallSchema = (choices: { readonly preferred_time: readonly string[] }) => ({
  name: requiredText(longest.name),
  email: requiredEmail,
  phone: optionalText(longest.phone),
  preferred_time: choiceOf(choices.preferred_time),
  project_details: optionalText(longest.text),
});
