import { createHash, createSign, generateKeyPairSync, randomBytes } from 'node:crypto';

const sha256 = (bytes: Buffer | string) => createHash('sha256').update(bytes).digest();
const flags = { present: 0x01, verified: 0x04, withKey: 0x40 };

type Asked = { readonly challenge: string; readonly origin?: string; readonly isVerified?: boolean };

/** A passkey that answers for this site, as a browser hands its answers on. */
export function makeAuthenticator(usualOrigin: string) {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
  const id = randomBytes(16);
  let counter = 0;

  const said = (type: string, { challenge, origin = usualOrigin }: Asked) =>
    Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }));

  function dataOf({ origin = usualOrigin, isVerified = true }: Asked, key: Buffer): Buffer {
    counter += 1;
    const count = Buffer.alloc(4);
    count.writeUInt32BE(counter);
    const marks = flags.present + (isVerified ? flags.verified : 0) + (key.length > 0 ? flags.withKey : 0);
    return Buffer.concat([sha256(new URL(origin).hostname), Buffer.from([marks]), count, key]);
  }

  const answer = (response: Record<string, Buffer>) =>
    JSON.stringify({
      id: id.toString('base64url'),
      rawId: id.toString('base64url'),
      type: 'public-key',
      clientExtensionResults: {},
      response: Object.fromEntries(
        Object.entries(response).map(([name, bytes]) => [name, bytes.toString('base64url')]),
      ),
    });

  return {
    id: id.toString('base64url'),
    /** The answer by which a site learns of it. */
    register(asked: Asked): string {
      const cose = [
        Buffer.from('a5010203262001215820', 'hex'),
        Buffer.from(x, 'base64url'),
        Buffer.from('225820', 'hex'),
        Buffer.from(y, 'base64url'),
      ];
      const key = Buffer.concat([Buffer.alloc(16), Buffer.from([0, id.length]), id, ...cose]);
      const data = dataOf(asked, key);
      const attestationObject = Buffer.concat([
        Buffer.from('a363666d74646e6f6e656761747453746d74a068617574684461746158', 'hex'),
        Buffer.from([data.length]),
        data,
      ]);
      return answer({ clientDataJSON: said('webauthn.create', asked), attestationObject });
    },
    /** The answer by which its owner confirms that they have it. */
    confirm(asked: Asked): string {
      const clientDataJSON = said('webauthn.get', asked);
      const authenticatorData = dataOf(asked, Buffer.alloc(0));
      const signature = createSign('sha256')
        .update(authenticatorData)
        .update(sha256(clientDataJSON))
        .sign(privateKey);
      return answer({ clientDataJSON, authenticatorData, signature });
    },
  };
}
