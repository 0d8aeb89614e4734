import { longest, requiredEmail, requiredText } from '#src/platform/field.schema.ts';

/** What the assistant sends when somebody leaves a message for the team. */
export const messageSchema = () => ({
  name: requiredText(longest.name),
  email: requiredEmail,
  message: requiredText(longest.text),
});
