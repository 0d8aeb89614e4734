/** Says which element this is within its region, so that its counterpart in newer markup can be found. */
function nameOf(element: Element): string {
  const names = ['id', 'name', 'value', 'href', 'popovertarget', 'aria-label', 'aria-labelledby'];
  return [element.tagName, ...names.map((name) => element.getAttribute(name) ?? '')].join('\n');
}

function counterpartOf(element: Element, region: Element, fresh: Element): Element | null {
  if (element === region) return fresh;
  const name = nameOf(element);
  const alike = (within: Element) =>
    [...within.querySelectorAll(element.tagName)].filter((other) => nameOf(other) === name);
  const place = alike(region).indexOf(element);
  const candidates = alike(fresh);
  return candidates[place] ?? candidates.at(-1) ?? null;
}

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

/** Whatever was scrolled stays where it was, and what showed its end shows the new one. */
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

/** Disclosures that somebody opened or closed stay so. */
function keepDisclosures(region: Element, fresh: Element): () => void {
  const known = [...region.querySelectorAll('details')].map(
    (details) => [details.open, counterpartOf(details, region, fresh)] as const,
  );
  return () => {
    for (const [isOpen, target] of known) if (target instanceof HTMLDetailsElement) target.open = isOpen;
  };
}

/** Puts newer markup in the place of a region; focus, selection, scrolled places and disclosures stay as they were. */
export function swapRegion(region: Element, fresh: Element): void {
  const restore = [keepDisclosures, keepScroll, keepFocus].map((keep) => keep(region, fresh));
  region.replaceWith(fresh);
  for (const put of restore) put();
}
