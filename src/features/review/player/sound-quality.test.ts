import { describe, expect, test } from 'vitest';
import type { Services } from '#src/platform/services/services.ts';
import { storeSoundChoice, preferredSoundOf } from './sound-quality.ts';

const askedBy = (
  query: string,
  headers: Record<string, string> = {},
  publicUrl?: string,
  path = '/portal/projects/1',
) => {
  const url = new URL(`https://studio.example${path}${query}`);
  const services = { config: { publicUrl } } as unknown as Services;
  const client = { address: '127.0.0.1', isHttps: false };
  return { url, request: new Request(url, { headers }), locals: { services, client } };
};

describe('the quality that a listener wants', () => {
  test('is preview audio if the browser saves data, else the full sound', () => {
    expect(preferredSoundOf(askedBy(''))).toBe('full');
    expect(preferredSoundOf(askedBy('', { 'save-data': 'on' }))).toBe('light');
    expect(preferredSoundOf(askedBy('', { 'save-data': 'off' }))).toBe('full');
  });

  test('is the one chosen in this browser, even if it saves data', () => {
    const chosen = (value: string, name = 'antinode_sound') => ({
      cookie: `a=b; ${name}=${value}`,
      'save-data': 'on',
    });
    expect(preferredSoundOf(askedBy('', chosen('full')))).toBe('full');
    expect(preferredSoundOf(askedBy('', chosen('light')))).toBe('light');
    expect(preferredSoundOf(askedBy('', chosen('<script>')))).toBe('light');
    const secure = askedBy('', chosen('full', '__Host-antinode_sound'), 'https://studio.example');
    expect(preferredSoundOf(secure)).toBe('full');
  });

  test('is stored by the address that chooses it, which redirects to the address without it', () => {
    const answer = storeSoundChoice(askedBy('?file=2&sound=light'));
    expect(answer?.status).toBe(303);
    expect(answer?.headers.get('location')).toBe('/portal/projects/1?file=2');
    expect(answer?.headers.get('set-cookie')).toMatch(/^antinode_sound=light; HttpOnly; Max-Age=15552000;/);
    const elsewhere = askedBy('?sound=light', {}, undefined, '//elsewhere.example/portal');
    expect(storeSoundChoice(elsewhere)?.headers.get('location')).toBe('/');
    expect(storeSoundChoice(askedBy('?file=2'))).toBeNull();
    expect(storeSoundChoice(askedBy('?sound=loud%0d%0a'))).toBeNull();
  });
});
