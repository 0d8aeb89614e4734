import words from '#content/call-hours.yaml';
import { doneTexts } from '#src/features/accounts/access/done-texts.ts';

/** What the pages of the hours say was done. */
export const { saying, doneTextOf } = doneTexts(words.said);
