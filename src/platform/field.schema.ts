import * as z from 'zod/mini';
import { beforeInvisible, cleanEmail } from './clean-email.ts';

/** Why a value was refused. The messages are in content/forms.yaml. */
export type FieldErrorCode =
  | 'required'
  | 'email'
  | 'invisible'
  | 'too-long'
  | 'characters'
  | 'option'
  | 'uuid';

/** Lengths in characters (code points); they protect the server and are generous on purpose. */
export const longest = { name: 1_000, email: 254, phone: 100, company: 1_000, text: 20_000, hidden: 2_000 };

const refuse = (code: FieldErrorCode, isFine: (value: string) => boolean) =>
  z.refine<string>(isFine, { error: code, abort: true });

// PostgreSQL stores neither a NUL nor half a surrogate pair.
const isStorable = (value: string) => !/\0|\p{Surrogate}/u.test(value);

// Spaces of every script, and characters that show nothing at all.
const isBlank = (value: string) => !/[^\s\p{Z}\p{Default_Ignorable_Code_Point}]/u.test(value);

/** The length a person would count, and PostgreSQL: an emoji outside the basic plane is one. */
const isWithin = (value: string, max: number) =>
  value.length <= max || (value.length <= max * 2 && [...value].length <= max);

/** Text that may stay empty, kept exactly as typed. */
export const optionalText = (max: number) =>
  z.string().check(
    refuse('characters', isStorable),
    refuse('too-long', (value) => isWithin(value, max)),
  );

/** Text that is not blank. */
export const requiredText = (max: number) =>
  optionalText(max).check(refuse('required', (value) => !isBlank(value)));

const isLine = refuse('characters', (value) => !/[\n\v\f\r\u0085\u2028\u2029]/.test(value));

/** Text of one line, as a field of one line sends it, that may stay empty. */
export const optionalLine = (max: number) => optionalText(max).check(isLine);

/** Text of one line that is not blank. */
export const requiredLine = (max: number) => requiredText(max).check(isLine);

/** Accepts one of these values, or an empty text. */
export const choiceOf = (values: readonly string[]) =>
  z.string().check(refuse('option', (value) => value === '' || values.includes(value)));

// The HTML standard's own expression for a valid e-mail address.
const htmlEmail =
  /^[\w.!#$%&'*+/=?^`{|}~-]+@[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?(?:\.[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?)*$/i;

/**
 * Returns true for an email address that browsers accept, also with an internationalised domain; the domain must have a
 * dot, as email requires.
 */
export function isEmail(value: string): boolean {
  const at = value.lastIndexOf('@');
  const domain = value.slice(at + 1);
  if (at < 1 || /[^\p{L}\p{M}\p{N}.-]/u.test(domain)) return false;
  const isAscii = /^[\w.-]*$/.test(domain);
  const url = `http://${domain}`;
  const host = isAscii ? domain : URL.canParse(url) ? new URL(url).hostname : '';
  return host.includes('.') && htmlEmail.test(value.slice(0, at + 1) + host);
}

/** An address, whatever invisible characters are at its ends: these are removed before it is used. */
export const requiredEmail = requiredText(longest.email).check(
  refuse('invisible', (value) => beforeInvisible(value) === null),
  refuse('email', (value) => isEmail(cleanEmail(value))),
);
