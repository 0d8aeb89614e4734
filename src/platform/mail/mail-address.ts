import { isMailAddress } from './address.ts';

/**
 * A sender's address as a mail server takes it: a domain in another script in its ASCII form. Null when it is no address
 * that may stand in a header.
 */
export function mailAddressOf(email: string): string | null {
  const at = email.lastIndexOf('@');
  const domain = email.slice(at + 1);
  const url = `http://${domain}`;
  // A URL drops what it does not like at either end; only letters of another script are to be spelt otherwise.
  const isForeign = /[^ -~]/.test(domain) && /^[\p{L}\p{M}\p{N}.-]+$/u.test(domain);
  const address = isForeign && URL.canParse(url) ? `${email.slice(0, at)}@${new URL(url).hostname}` : email;
  return isMailAddress(address) ? address : null;
}
