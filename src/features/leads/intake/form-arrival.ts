import { networkOf, type Origin } from '#src/platform/client-address.ts';
import { isSecure } from '#src/platform/http/is-secure.ts';
import type { Services } from '#src/platform/services.ts';
import type { FormArrival } from './handle-form-post.ts';

/** How a request came in: through which origin, from which network. `asked` is the origin of the address it asked for. */
export function arrivalOf(
  asked: string,
  client: Origin,
  { config, clock }: Pick<Services, 'config' | 'clock'>,
): FormArrival {
  return {
    origin: config.publicUrl ?? asked,
    isSecure: isSecure(config, client),
    network: networkOf(client.address),
    now: clock.now(),
  };
}
