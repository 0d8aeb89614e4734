import site from '#content/site.yaml';

/** The site that a passkey is for. */
export type RelyingParty = { readonly name: string; readonly id: string; readonly origin: string };

/** By the public address; without one by the address that was asked for. */
export function relyingPartyOf(publicUrl: string | null, asked: URL): RelyingParty {
  const { hostname, origin } = new URL(publicUrl ?? asked.origin);
  return { name: site.name, id: hostname, origin };
}
