import { regexes } from 'zod';

const longestAddress = 254;

/** Is this an e-mail address that a browser's own check would accept, and that cannot carry a second header? */
export function isMailAddress(text: string): boolean {
  return text.length <= longestAddress && regexes.html5Email.test(text);
}

export type Mailbox = { name: string; address: string };

/** Reads `address` or `Name <address>`; null when it is neither, or when the name could break a header. */
export function mailboxOf(text: string): Mailbox | null {
  if (/\p{Cc}/u.test(text)) return null;
  const trimmed = text.trim();
  const named = /^(?:"([^"\\]*)"|([^"<>@]*?))\s*<([^<>]+)>$/.exec(trimmed);
  const mailbox = named
    ? { name: (named[1] ?? named[2] ?? '').trim(), address: named[3] ?? '' }
    : { name: '', address: trimmed };
  return isMailAddress(mailbox.address) ? mailbox : null;
}
