import type { Feature } from '#src/platform/services/services.ts';
import { signingKeyOf } from './keys/signing-key.ts';

/** Creates the key that signs receipts at the first start. */
export const receiptsFeature: Feature = {
  name: 'receipts',
  async register(services) {
    await signingKeyOf(services);
  },
};
