import { expect, test } from 'vitest';
import { securityHeaders } from './security-headers.ts';

test('sets HSTS for HTTPS only, and for subdomains if configured', () => {
  const strictOf = (transport: Parameters<typeof securityHeaders>[0]) =>
    securityHeaders(transport)['Strict-Transport-Security'];
  expect(strictOf({ isHttps: true, hstsSubdomains: false })).toBe('max-age=63072000');
  expect(strictOf({ isHttps: true, hstsSubdomains: true })).toBe('max-age=63072000; includeSubDomains');
  expect(strictOf({ isHttps: false, hstsSubdomains: true })).toBeUndefined();
});
