/** Shows the lead that is read where it stands in the list, which scrolls by itself where all panes are seen at once. */
export function showSelectedLead(root: ParentNode): void {
  const line = root.querySelector('[data-selected]');
  const list = line?.closest('section');
  if (line && list && list.scrollHeight > list.clientHeight) line.scrollIntoView({ block: 'nearest' });
}
