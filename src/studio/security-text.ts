import site from '#content/site.yaml';
import { dayMs } from '#src/platform/durations.ts';

const goodForMs = 180 * dayMs;

/** security.txt (RFC 9116) as it is read at this moment; with its own address where there is a public one. */
export function securityTextOf(now: Date, publicUrl: string | null): string {
  const expires = new Date(now.getTime() + goodForMs);
  const lines = [
    `Contact: mailto:${site.contactEmail}`,
    `Expires: ${expires.toISOString()}`,
    `Preferred-Languages: ${site.language}`,
    ...(publicUrl === null ? [] : [`Canonical: ${publicUrl}/.well-known/security.txt`]),
  ];
  return `${lines.join('\n')}\n`;
}
