/** Opens the lab that the address or a followed link names (`#research`). */
export function wireLabs(root: Document): void {
  const reveal = (hash: string) => {
    const lab = hash && root.querySelector<HTMLDetailsElement>(`details${hash}`);
    if (lab) lab.open = true;
  };
  addEventListener('hashchange', () => reveal(location.hash));
  root.addEventListener('click', ({ target }) => {
    const link = (target as Element).closest<HTMLAnchorElement>('a[href*="#"]');
    if (link?.pathname === location.pathname) reveal(link.hash);
  });
  reveal(location.hash);
}
