import { validate } from 'uuid';
import { longest, requiredText } from '#src/platform/field.schema.ts';

/** What an upload is for. `ownerId` is written by the server alone: whoever began it. */
export type UploadMetadata = {
  readonly projectId: string;
  /** As the uploader's disk calls it. */
  readonly name: string;
  readonly needsApproval: boolean;
  readonly ownerId: string;
};

type Raw = Readonly<Record<string, string | null>> | undefined;

/** Reads the metadata of an upload; says which part is missing or cannot be stored. */
export function readUploadMetadata(
  raw: Raw,
  ownerId: string,
): { ok: true; metadata: UploadMetadata } | { ok: false; reason: 'project' | 'name' } {
  const { projectId, name, needsApproval } = raw ?? {};
  if (!validate(projectId)) return { ok: false, reason: 'project' };
  if (!requiredText(longest.name).safeParse(name).success) return { ok: false, reason: 'name' };
  return {
    ok: true,
    metadata: {
      projectId: projectId ?? '',
      name: name ?? '',
      needsApproval: needsApproval === 'yes',
      ownerId,
    },
  };
}

/** The metadata as the upload keeps it. */
export const rawMetadataOf = ({ needsApproval, ...rest }: UploadMetadata): Record<string, string> => ({
  ...rest,
  needsApproval: needsApproval ? 'yes' : 'no',
});
