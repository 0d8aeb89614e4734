const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/** A day as the studio writes it: "12 Nov 2026". The day is UTC's, as the article's head says it. */
export function dayOf(date: Date): string {
  return `${date.getUTCDate()} ${months[date.getUTCMonth()]} ${date.getUTCFullYear()}`;
}

/** The day an article was published. */
export function ArticleDate({ date }: { readonly date: Date }) {
  return <time dateTime={date.toISOString().slice(0, 10)}>{dayOf(date)}</time>;
}
