import { isMailAddress } from '#src/platform/mail/address.ts';

/**
 * A sender's address as a mail server takes it: a domain in another script in its ASCII form. Null when it is no address
 * that may stand in a header.
 */
export function mailAddressOf(email: string): string | null {
  const at = email.lastIndexOf('@');
  const url = `http://${email.slice(at + 1)}`;
  const isAscii = /^[\x21-\x7e]*$/.test(email);
  const address = isAscii || !URL.canParse(url) ? email : `${email.slice(0, at)}@${new URL(url).hostname}`;
  return isMailAddress(address) ? address : null;
}
