import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import words from '#content/shortcuts.yaml';
import { deskTabs } from '#src/desk/desk-header.tsx';
import { ShortcutsList } from './shortcuts-list.tsx';

const listFor = (role: 'team' | 'client') => renderToStaticMarkup(<ShortcutsList person={{ role }} />);

test('lists every section of the desk with a key of its own', () => {
  const keys = deskTabs.map(({ goKey }) => goKey);
  expect(new Set(keys).size).toBe(keys.length);
  const list = listFor('team');
  for (const { goKey, label } of deskTabs) {
    expect(list).toContain(`data-where="[data-go=&quot;${goKey}&quot;]"`);
    expect(list).toContain(`<dd>${label}</dd>`);
  }
});

test('lists no section of the desk for a client, and the player for both', () => {
  expect(listFor('client')).not.toContain('[data-go=&quot;l&quot;]');
  for (const role of ['team', 'client'] as const) expect(listFor(role)).toContain(words.groups.player);
});
