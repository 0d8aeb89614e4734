// No inline scripts or styles, nothing from other origins, no framing by other sites.
const contentSecurityPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "font-src 'self'",
  "connect-src 'self'",
  "manifest-src 'self'",
  "media-src 'self' blob:",
  "worker-src 'self' blob:",
  "object-src 'none'",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
  // Our code never creates markup or scripts from strings, so no Trusted Types policy is allowed.
  "trusted-types 'none'",
  'report-uri /csp-report',
  'report-to csp',
].join('; ');

const switchedOff = [
  'accelerometer',
  'camera',
  'display-capture',
  'geolocation',
  'gyroscope',
  'hid',
  'magnetometer',
  'payment',
  'serial',
  'usb',
];
const permissionsPolicy = [
  ...switchedOff.map((name) => `${name}=()`),
  'microphone=(self)',
  'midi=(self)',
].join(', ');

const twoYearsS = 63_072_000;

/** Whether the installation is HTTPS only, and whether that includes all subdomains of its host. */
type Transport = { readonly isHttps: boolean; readonly hstsSubdomains: boolean };

/** Returns the headers of every response. HSTS only if the public address is HTTPS. */
export function securityHeaders({ isHttps, hstsSubdomains }: Transport): Record<string, string> {
  const strictTransport = `max-age=${twoYearsS}${hstsSubdomains ? '; includeSubDomains' : ''}`;
  return {
    'Content-Security-Policy': contentSecurityPolicy,
    'Reporting-Endpoints': 'csp="/csp-report"',
    'X-Content-Type-Options': 'nosniff',
    'X-Frame-Options': 'DENY',
    'Referrer-Policy': 'strict-origin-when-cross-origin',
    'Permissions-Policy': permissionsPolicy,
    'Cross-Origin-Opener-Policy': 'same-origin',
    'Cross-Origin-Resource-Policy': 'same-origin',
    ...(isHttps ? { 'Strict-Transport-Security': strictTransport } : {}),
  };
}
