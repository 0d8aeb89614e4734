/** Returns the suggestions for a text with commas: it, with its last part replaced by each tag that it does not have. */
export function suggestionsFor(typed: string, tags: readonly string[]): string[] {
  const before = typed.slice(0, typed.lastIndexOf(',') + 1).trim();
  const chosen = new Set(before.split(',').map((tag) => tag.trim().toLowerCase()));
  const free = tags.filter((tag) => !chosen.has(tag.toLowerCase()));
  return free.map((tag) => (before === '' ? tag : `${before} ${tag}`));
}

/** Suggests tags for each of the tags in a field; without this script, only for the first. */
export function wireTagFields(root: Document): void {
  for (const input of root.querySelectorAll<HTMLInputElement>('input[data-tags]')) {
    const { list } = input;
    const tags = [...(list?.querySelectorAll('option') ?? [])].map(({ value }) => value);
    const suggest = () => {
      const options = suggestionsFor(input.value, tags).map((value) => new Option(value, value));
      list?.replaceChildren(...options);
    };
    input.addEventListener('input', suggest);
    input.addEventListener('focus', suggest);
  }
}
