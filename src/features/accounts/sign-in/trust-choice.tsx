import words from '#content/accounts.yaml';
import { fill } from '#src/platform/fill.ts';
import { Tick } from '#src/ui/choice.tsx';

/** Renders the box that trusts the device for some days; nothing if none can be trusted. */
export function TrustChoice({
  days,
  isChosen = false,
}: {
  readonly days: number;
  readonly isChosen?: boolean;
}) {
  const { label, one, hint } = words.signIn.trust;
  if (days === 0) return null;
  const named = days === 1 ? one : fill(label, { count: String(days) });
  return <Tick name="trust" label={named} hint={hint} isChosen={isChosen} />;
}
