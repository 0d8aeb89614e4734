import { longest, requiredText } from '#src/platform/field.schema.ts';

/** What a message of a project's thread must hold. */
export const messageFields = { content: requiredText(longest.text) };
