const keys: Record<string, (index: number, count: number) => number> = {
  ArrowRight: (index, count) => (index + 1) % count,
  ArrowLeft: (index, count) => (index - 1 + count) % count,
  Home: () => 0,
  End: (_, count) => count - 1,
};

function select(tabs: readonly HTMLElement[], chosen: HTMLElement): void {
  for (const tab of tabs) {
    const isChosen = tab === chosen;
    tab.ariaSelected = `${isChosen}`;
    tab.tabIndex = isChosen ? 0 : -1;
    panelOf(tab)?.toggleAttribute('data-current', isChosen);
  }
}

function panelOf(tab: HTMLElement): HTMLElement | null {
  return document.getElementById(tab.getAttribute('aria-controls') ?? '');
}

function wireGroup(group: Element): void {
  const tabs = [...group.querySelectorAll<HTMLElement>('[role=tab]')];
  const tabAt = (target: EventTarget | null) => tabs.find((tab) => tab.contains(target as Node | null));
  group.addEventListener('click', ({ target }) => {
    const tab = tabAt(target);
    if (tab) select(tabs, tab);
  });
  group.addEventListener('keydown', (event) => {
    const { key, target } = event as KeyboardEvent;
    const tab = tabAt(target);
    const next = tab && tabs[keys[key]?.(tabs.indexOf(tab), tabs.length) ?? -1];
    if (!next) return;
    event.preventDefault();
    select(tabs, next);
    next.focus();
  });
  const follow = () => {
    const target = document.getElementById(location.hash.slice(1));
    const tab = target && tabs.find((each) => panelOf(each)?.contains(target));
    if (!tab) return;
    select(tabs, tab);
    group.scrollIntoView();
  };
  addEventListener('hashchange', follow);
  follow();
}

/** Makes every `Tabs` on the page work: click, arrow keys, Home and End, and a fragment that names a panel. */
export function wireTabs(root: Document): void {
  root.querySelectorAll('[data-tabs]').forEach(wireGroup);
}
