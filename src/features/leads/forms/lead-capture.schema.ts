import { longest, optionalText, requiredEmail, requiredText } from '#src/platform/field.schema.ts';

/** The form that mails the session planner. */
export const leadCaptureSchema = () => ({
  name: requiredText(longest.name),
  email: requiredEmail,
  project: optionalText(longest.text),
});
