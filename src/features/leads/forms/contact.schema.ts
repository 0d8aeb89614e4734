import { choiceOf, longest, optionalText, requiredEmail, requiredText } from '#src/platform/field.schema.ts';

/** The contact form. `service` lists the values that may be chosen. */
export const contactSchema = (choices: { readonly service: readonly string[] }) => ({
  name: requiredText(longest.name),
  email: requiredEmail,
  company: optionalText(longest.company),
  service: choiceOf(choices.service),
  message: requiredText(longest.text),
});
