import { networkOf, type Origin } from '#src/platform/client-address.ts';
import type { Services } from '#src/platform/services.ts';
import type { FormArrival } from './handle-form-post.ts';

/** How a request came in: through which origin, from which network. */
export function arrivalOf(
  url: URL,
  client: Origin,
  { config, clock }: Pick<Services, 'config' | 'clock'>,
): FormArrival {
  const isSecure = config.publicUrl?.startsWith('https:') ?? client.isHttps;
  return {
    origin: config.publicUrl ?? url.origin,
    isSecure,
    network: networkOf(client.address),
    now: clock.now(),
  };
}
