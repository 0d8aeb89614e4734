import words from '#content/listening.yaml';
import { fileLabelOf, type LabelledFile } from '#src/features/files/file-name.tsx';
import { fill } from '#src/platform/fill.ts';
import { ButtonLink } from '#src/ui/button.tsx';

const { share } = words;

/** The way from a recording to the listening links of its project, where one to it can be made. */
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
