import words from '#content/listening.yaml';
import { fileLabelOf, type LabelledFile } from '#src/features/files/file-name.tsx';
import { fill } from '#src/platform/fill.ts';
import { ButtonLink } from '#src/ui/button.tsx';

const { share } = words;

/** Links from a recording to the listening links of its project, if one can be created for it. */
export const ShareLink = ({
  file,
}: {
  readonly file: LabelledFile & { readonly id: string; readonly projectId: string };
}) => (
  <ButtonLink
    label={share.open}
    variant="secondary"
    size="small"
    href={`/portal/projects/${file.projectId}/share?file=${file.id}`}
    aria-label={`${share.open} ${fill(share.openOf, { file: fileLabelOf(file) })}`}
  />
);
