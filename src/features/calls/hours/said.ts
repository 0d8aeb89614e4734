import words from '#content/call-hours.yaml';
import { doneTexts } from '#src/features/accounts/access/done-texts.ts';

/** The messages on the pages of hours about what was just done. */
export const { saying, doneTextOf } = doneTexts(words.said);
