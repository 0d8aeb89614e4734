import { sign } from 'node:crypto';
import site from '#content/site.yaml';
import type { Approval } from './find-approval.ts';
import type { SigningKey } from './keys/signing-key.ts';

/** A signed receipt. */
export type Receipt = {
  /** The document: `{"receipt":<payload>,"signature":"<base64url>"}`. */
  readonly text: string;
  /** Ed25519 over the UTF-8 bytes of the payload, base64url. */
  readonly signature: string;
  readonly keyId: string;
};

/**
 * Returns the signed receipt of an approval, as canonical JSON (RFC 8785): no white space, members in alphabetical order. The same
 * approval and key give the same bytes. `docs/receipts.md` documents its members.
 */
export function receiptOf(approval: Approval, { id: keyId, privateKey }: SigningKey): Receipt {
  const { name, project, approvedBy, approvedAt, reportSha256, files } = approval;
  const payload = JSON.stringify({
    approvedAt: approvedAt.toISOString(),
    approvedBy: approvedBy,
    deliveryReportSha256: reportSha256,
    files: files.map((file) => ({
      mediaType: file.mediaType,
      name: file.name,
      sha256: file.sha256,
      sizeBytes: file.sizeBytes,
    })),
    keyId,
    name: name,
    project: project,
    studio: site.name,
    type: 'antinode-approval',
    version: 1,
  });
  const signature = sign(null, Buffer.from(payload), privateKey).toString('base64url');
  return { text: `{"receipt":${payload},"signature":"${signature}"}`, signature, keyId };
}
