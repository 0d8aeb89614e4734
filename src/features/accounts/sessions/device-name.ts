type Named = readonly (readonly [pattern: RegExp, name: string])[];

// The order matters: each user agent also contains the names below it.
const browsers: Named = [
  [/\bEdg(?:e|A|iOS)?\//, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(?:Firefox|FxiOS)\//, 'Firefox'],
  [/\b(?:Headless)?(?:Chrome|Chromium|CriOS)\//, 'Chrome'],
  [/\bVersion\/.* Safari\//, 'Safari'],
];

const systems: Named = [
  [/\b(?:iPhone|iPod)\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\b(?:Macintosh|Mac OS X)\b/, 'macOS'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bLinux\b/, 'Linux'],
];

const nameIn = (named: Named, userAgent: string) => named.find(([pattern]) => pattern.test(userAgent))?.[1];

/** Describes a browser by its user agent: "Firefox on Windows". */
export function deviceNameOf(userAgent: string): string {
  const system = nameIn(systems, userAgent);
  const browser = nameIn(browsers, userAgent) ?? 'A browser';
  return system ? `${browser} on ${system}` : browser;
}
