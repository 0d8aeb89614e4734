import { locale as named } from '#content/site.yaml';

/** Returns a text with a capital first letter. */
export const capitalised = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

/** The site's language and country as the Intl formats take it: en-GB. */
export const locale = named.replace('_', '-');

/** A format of dates and times in the site's language. */
export const dateFormatOf = (options: Intl.DateTimeFormatOptions) => new Intl.DateTimeFormat(locale, options);

const numbers = new Intl.NumberFormat(locale);

/** Returns a formatted number: "2,880,000". */
export const numberText = (number: number) => numbers.format(number);

const distances = new Intl.RelativeTimeFormat(locale);

/** Returns a distance in time as text: "in 3 days". */
export const relativeTimeText = (count: number, unit: Intl.RelativeTimeFormatUnit) =>
  distances.format(count, unit);

const lists = new Intl.ListFormat(locale);

/** Returns a list as text: "Ann, Bob and Cleo". */
export const joinedText = (texts: readonly string[]) => lists.format(texts);

/** Compares names alphabetically in the site's language, and numbers in them by value: "2" before "10". */
export const compareNames = new Intl.Collator(locale, { numeric: true }).compare;
