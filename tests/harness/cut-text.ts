import type { Page } from '@playwright/test';

/**
 * Returns text of the current page that cannot be read completely: outside the window's sides, or cut by a surrounding
 * element that does not scroll. Lines with an intended ellipsis are excluded.
 */
export const cutText = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const right = document.documentElement.clientWidth;
    const isOutside = (rect: DOMRect, box: { left: number; right: number }) =>
      rect.left < box.left - 2 || rect.right > box.right + 2;
    const looks = new Map<Element, { shows: boolean; clips: boolean; box: DOMRect }>();
    /**
     * Whether an element shows all of its content (by scrolling, or cut on purpose) or clips it at its box. Computed
     * once for each.
     */
    const lookAt = (element: Element) => {
      const { overflowX, overflowY, textOverflow, webkitLineClamp, clipPath } = getComputedStyle(element);
      const scrolls = [overflowX, overflowY].some((way) => way === 'auto' || way === 'scroll');
      return {
        shows: scrolls || textOverflow === 'ellipsis' || webkitLineClamp !== 'none' || clipPath !== 'none',
        clips: overflowX !== 'visible',
        box: element.getBoundingClientRect(),
      };
    };
    /** Cut, or fully shown; undefined if this element has no effect. */
    const verdictOf = (element: Element, rect: DOMRect): boolean | undefined => {
      const look = looks.get(element) ?? lookAt(element);
      looks.set(element, look);
      if (look.shows) return false;
      return look.clips && isOutside(rect, look.box) ? true : undefined;
    };
    const isCut = (rect: DOMRect, from: Element) => {
      for (
        let element: Element | null = from;
        element && element !== document.body;
        element = element.parentElement
      ) {
        const verdict = verdictOf(element, rect);
        if (verdict !== undefined) return verdict;
      }
      return isOutside(rect, { left: 0, right });
    };
    const found = new Set<string>();
    const nodes = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = nodes.nextNode(); node; node = nodes.nextNode()) {
      const parent = node.parentElement;
      const text = node.textContent?.trim() ?? '';
      if (!parent || text === '' || parent.closest('.sr-only, .skip, option, script, noscript')) continue;
      if (!parent.checkVisibility({ visibilityProperty: true })) continue;
      const range = document.createRange();
      range.selectNodeContents(node);
      if ([...range.getClientRects()].some((rect) => rect.width > 0 && isCut(rect, parent)))
        found.add(`${parent.tagName}: ${text.slice(0, 60)}`);
    }
    return [...found];
  });
