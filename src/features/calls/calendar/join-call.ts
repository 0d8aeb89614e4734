/** Returns the address in a call's place at which it is joined; null if the place has none. */
export function joinHrefOf(place: string): string | null {
  const [found] = /https:\/\/[^\s<>"']+/.exec(place) ?? [];
  return found !== undefined && URL.canParse(found) ? found.replace(/(?<![.,;:)])[.,;:)]+$/, '') : null;
}
