import { longest, requiredText } from '#src/platform/field.schema.ts';

/** What a remark on a recording must hold. */
export const commentFields = { content: requiredText(longest.text) };
