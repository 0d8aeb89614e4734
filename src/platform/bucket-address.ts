/** A bucket of an S3-compatible object store, with its credentials. */
export type BucketAddress = {
  /** The URL prefix of the bucket's objects, without a trailing slash. */
  readonly endpoint: string;
  readonly bucket: string;
  readonly region: string;
  readonly accessKey: string;
  readonly secretKey: string;
};

const allowed: Readonly<Record<string, readonly string[] | null>> = {
  region: null,
  tls: ['on', 'off'],
  style: ['path', 'host'],
};

// No example is given: the log would redact its key and secret as real ones.
const malformed =
  'must be s3:// with a key, a secret, a host and a bucket (docs/scaling.md, Object store); / + @ : ? # % of key and secret are written %2F %2B %40 %3A %3F %23 %25';

function decoded(text: string): string | null {
  try {
    return decodeURIComponent(text);
  } catch {
    return null;
  }
}

/** Returns why the query of an address is invalid; null if it is valid. */
function whyNoParameters(parameters: URLSearchParams): string | null {
  for (const [name, value] of parameters) {
    const values = allowed[name];
    if (values === undefined) return `knows no ${name}: region, tls and style`;
    if (values !== null && !values.includes(value)) return `takes ${name}=${values.join(` or ${name}=`)}`;
  }
  return /^[\w-]*$/.test(parameters.get('region') ?? '') ? null : 'has a region that is none';
}

/**
 * Parses `s3://key:secret@host/bucket?region=…&tls=off&style=host`. Error messages never quote the key or the secret.
 */
export function bucketAddressOf(
  text: string,
): { readonly address: BucketAddress } | { readonly problem: string } {
  const url = URL.canParse(text) ? new URL(text) : null;
  const [accessKey, secretKey] = [decoded(url?.username ?? ''), decoded(url?.password ?? '')];
  const bucket = url?.pathname.slice(1) ?? '';
  const isWhole = url?.protocol === 's3:' && url.hostname !== '' && url.hash === '';
  if (!isWhole || !accessKey || !secretKey || !/^[a-z\d][a-z\d.-]{1,61}[a-z\d]$/.test(bucket))
    return { problem: malformed };
  const problem = whyNoParameters(url.searchParams);
  if (problem !== null) return { problem };
  const scheme = url.searchParams.get('tls') === 'off' ? 'http' : 'https';
  const isInHost = url.searchParams.get('style') === 'host';
  const region = url.searchParams.get('region') || 'us-east-1';
  const endpoint = isInHost ? `${scheme}://${bucket}.${url.host}` : `${scheme}://${url.host}/${bucket}`;
  return { address: { endpoint, bucket, region, accessKey, secretKey } };
}
