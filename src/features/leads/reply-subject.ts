import words from '#content/desk.yaml';
import site from '#content/site.yaml';
import { fill } from '#src/platform/fill.ts';

/** The subject of a reply unless the team writes another. */
export const usualReplySubject = fill(words.mail.subject, { name: site.name });

/** The longest subject of a reply, in characters. */
export const mostSubject = 200;
