/** Returns a text by which an element is found again in a newer version of its region. */
function identityOf(element: Element): string {
  const attributes = ['id', 'name', 'value', 'href', 'popovertarget', 'aria-label', 'aria-labelledby'];
  return [element.tagName, ...attributes.map((name) => element.getAttribute(name) ?? '')].join('\n');
}

/** The element of the newer markup that stands for this one; null where there is none. */
function counterpartOf(element: Element, region: Element, fresh: Element): Element | null {
  if (element === region) return fresh;
  const identity = identityOf(element);
  const alike = (root: Element) =>
    [...root.querySelectorAll(element.tagName)].filter((other) => identityOf(other) === identity);
  const place = alike(region).indexOf(element);
  const candidates = alike(fresh);
  return candidates[place] ?? candidates.at(-1) ?? null;
}

/** Focus and the selection in a field stay where they were. */
function keepFocus(region: Element, fresh: Element): () => void {
  const active = document.activeElement;
  if (!active || !region.contains(active)) return () => undefined;
  const target = counterpartOf(active, region, fresh);
  const field = active instanceof HTMLInputElement || active instanceof HTMLTextAreaElement ? active : null;
  const selection = field ? ([field.selectionStart, field.selectionEnd] as const) : null;
  return () => {
    const focused = target instanceof HTMLElement ? target : (fresh as HTMLElement);
    if (focused === fresh && focused.tabIndex < 0) focused.tabIndex = -1;
    focused.focus({ preventScroll: true });
    const isField = focused instanceof HTMLInputElement || focused instanceof HTMLTextAreaElement;
    if (isField && selection && selection[0] !== null) focused.setSelectionRange(...selection);
  };
}

const nearEndPx = 4;

/**
 * Keeps the scroll positions within a region; what was scrolled to its end is scrolled to the new end. Call the returned function
 * once the region is replaced.
 */
function keepScroll(region: Element, fresh: Element): () => void {
  const scrolled = [region, ...region.querySelectorAll('*')].filter(
    ({ scrollTop, scrollLeft }) => scrollTop !== 0 || scrollLeft !== 0,
  );
  const places = scrolled.map((element) => {
    const { scrollTop: top, scrollLeft: left, scrollHeight, clientHeight } = element;
    const isAtEnd = top > 0 && scrollHeight - clientHeight - top <= nearEndPx;
    return { target: counterpartOf(element, region, fresh), top, left, isAtEnd };
  });
  return () => {
    for (const { target, top, left, isAtEnd } of places)
      target?.scrollTo({ top: isAtEnd ? target.scrollHeight : top, left, behavior: 'instant' });
  };
}

/** Each `<details>` stays open or closed as it was. */
function keepDisclosures(region: Element, fresh: Element): () => void {
  const known = [...region.querySelectorAll('details')].map(
    (details) => [details.open, counterpartOf(details, region, fresh)] as const,
  );
  return () => {
    for (const [isOpen, target] of known) if (target instanceof HTMLDetailsElement) target.open = isOpen;
  };
}

/** Replaces a region by newer markup; focus, selection, scroll positions and open disclosures stay as they were. */
export function replaceRegion(region: Element, fresh: Element): void {
  const restore = [keepDisclosures, keepScroll, keepFocus].map((keep) => keep(region, fresh));
  region.replaceWith(fresh);
  for (const put of restore) put();
}
