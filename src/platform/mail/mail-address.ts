import { regexes } from 'zod';

const longestAddress = 254;

/** Returns true for an email address that browsers accept and that cannot inject a header. */
export function isMailAddress(text: string): boolean {
  return text.length <= longestAddress && regexes.html5Email.test(text);
}

export type Mailbox = { name: string; address: string };

/** Parses `address` or `Name <address>`; returns null if it is neither, or if the name could break a header. */
export function mailboxOf(text: string): Mailbox | null {
  if (/\p{Cc}/u.test(text)) return null;
  const trimmed = text.trim();
  const named = /^(?:"([^"\\]*)"\s*|([^"<>@]*))<([^<>]+)>$/.exec(trimmed);
  const mailbox = named
    ? { name: (named[1] ?? named[2] ?? '').trim(), address: named[3] ?? '' }
    : { name: '', address: trimmed };
  return isMailAddress(mailbox.address) ? mailbox : null;
}

/**
 * Returns a sender's address for a mail server: an internationalised domain in its ASCII form. Null if it is not an
 * address that is valid in a header.
 */
export function mailAddressOf(email: string): string | null {
  const at = email.lastIndexOf('@');
  const domain = email.slice(at + 1);
  const url = `http://${domain}`;
  // URL parsing drops invalid characters at either end; only non-ASCII letters should be converted.
  const isForeign = /[^ -~]/.test(domain) && /^[\p{L}\p{M}\p{N}.-]+$/u.test(domain);
  const address = isForeign && URL.canParse(url) ? `${email.slice(0, at)}@${new URL(url).hostname}` : email;
  return isMailAddress(address) ? address : null;
}

/** Returns a case-insensitive form of an address, which identifies a person. */
export const emailKeyOf = (email: string) => email.toLowerCase();

/** Returns a canonical spelling of an address: compatible letters, lower case, the domain in ASCII. */
export function foldedAddressOf(email: string): string {
  const folded = email.normalize('NFKC').toLowerCase();
  const at = folded.lastIndexOf('@');
  const url = `http://${folded.slice(at + 1)}`;
  const isDomain = /^[\p{L}\p{M}\p{N}.-]+$/u.test(folded.slice(at + 1)) && URL.canParse(url);
  return isDomain ? `${folded.slice(0, at)}@${new URL(url).hostname}` : folded;
}

/**
 * Returns the likely mailbox of an address, for rate limits only: many providers ignore dots and what follows a plus.
 * Two people may share one.
 */
export function mailboxKeyOf(email: string): string {
  const folded = foldedAddressOf(email);
  const at = folded.lastIndexOf('@');
  const [local = ''] = folded.slice(0, at).split('+', 1);
  return `${local.replaceAll('.', '')}@${folded.slice(at + 1)}`;
}
