import { swapRegion } from './keep-place.client.ts';

const regionSelector = '[data-live][id]';

const isTyped = (field: Element): boolean => {
  if (field instanceof HTMLSelectElement)
    return [...field.options].some(({ selected, defaultSelected }) => selected && !defaultSelected);
  if (field instanceof HTMLTextAreaElement) return field.value !== field.defaultValue;
  if (!(field instanceof HTMLInputElement) || field.type === 'hidden') return false;
  return field.value !== field.defaultValue || field.checked !== field.defaultChecked;
};

/** Open popovers of a page; none where the browser does not know them. */
function openPopovers(): Element[] {
  try {
    return [...document.querySelectorAll(':popover-open')];
  } catch {
    return [];
  }
}

function holdsSelection(region: Element): boolean {
  const selection = document.getSelection();
  return selection !== null && !selection.isCollapsed && selection.containsNode(region, true);
}

/** Would replacing this take something away from somebody: an open dialog, typed text, a sound, a selection? */
function isInUse(region: Element): boolean {
  const dialogs = [...document.querySelectorAll('dialog[open]'), ...openPopovers()];
  const isOpener = (id: string) => region.querySelector(`[popovertarget="${CSS.escape(id)}"]`) !== null;
  if (dialogs.some((dialog) => region.contains(dialog) || (dialog.id !== '' && isOpener(dialog.id))))
    return true;
  const media = [...region.querySelectorAll<HTMLMediaElement>('audio, video')];
  if (media.some(({ paused, ended }) => !paused && !ended)) return true;
  return [...region.querySelectorAll('input, textarea, select')].some(isTyped) || holdsSelection(region);
}

/** Regions within this that lie in no other region there. */
const outermostIn = (root: ParentNode) =>
  [...root.querySelectorAll(regionSelector)].filter(({ parentElement }) => {
    const around = parentElement?.closest(regionSelector);
    return !around || !root.contains(around) || around === root;
  });

/** Brings one region up to date, in its parts where they suffice; false when it has to wait. */
function updateRegion(region: Element, fresh: Document): boolean {
  const newer = fresh.getElementById(region.id);
  if (!newer || region.isEqualNode(newer)) return true;
  outermostIn(region).forEach((part) => updateRegion(part, fresh));
  if (region.isEqualNode(newer)) return true;
  if (isInUse(region)) return false;
  swapRegion(region, document.importNode(newer, true));
  return true;
}

const statusIn = (root: Document) => root.querySelector<HTMLElement>('[data-events-after]');

/** The number of the latest event that a page shows; null for a page that follows none. */
export function shownSeqOf(root: Document): number | null {
  const after = statusIn(root)?.dataset['eventsAfter'];
  return after === undefined ? null : Number(after);
}

/**
 * Replaces each `[data-live][id]` of the page whose markup differs in a fresh copy of it. What is in use is left as it is, and
 * the answer is then false: try again later. An older copy than what is shown changes nothing.
 */
export function updateRegions(fresh: Document): boolean {
  const newSeq = shownSeqOf(fresh);
  const shownSeq = shownSeqOf(document);
  if (newSeq !== null && shownSeq !== null && newSeq < shownSeq) return true;
  const status = statusIn(document);
  if (status && newSeq !== null) status.dataset['eventsAfter'] = String(newSeq);
  return outermostIn(document)
    .map((region) => updateRegion(region, fresh))
    .every(Boolean);
}
