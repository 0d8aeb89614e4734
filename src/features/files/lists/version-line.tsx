import words from '#content/project.yaml';
import { FormattedText } from '#src/workspace/formatted-text.tsx';
import { fill } from '#src/platform/fill.ts';
import { FileName } from '../file-name.tsx';
import type { ProjectFile } from '../list-project-files.ts';
import { nameOfRecording, roundsOf, type FileInTable } from '../recording-versions.ts';

const { versions: texts } = words;

/** Returns the used and agreed revision rounds of a recording; null if none were agreed or requested. */
export function roundsTextOf(round: number | null, agreed: number | null): string | null {
  if (agreed === null || round === null) return null;
  const values = { round: String(round), agreed: String(agreed) };
  if (round === 0) return fill(texts.agreed[agreed === 0 ? 0 : agreed === 1 ? 1 : 2], values);
  return fill(texts.rounds[round > agreed ? 1 : 0], values);
}

/** Renders a file's recording, version, label and pin and, for the first version, the revision rounds. */
export function VersionLine({
  row: { file, versions, isFirst },
  agreedRounds,
}: {
  readonly row: FileInTable<ProjectFile>;
  /** The revision rounds agreed per recording of the project. */
  readonly agreedRounds: number | null;
}) {
  const hasSeveral = versions.length > 1;
  const number = String(file.version);
  const parts = [
    hasSeveral && (
      <FormattedText
        key="of"
        template={texts.of}
        values={{ number, recording: <FileName name={nameOfRecording(versions)} /> }}
      />
    ),
    file.stage && texts.stages[file.stage],
    file.isPinned && texts.pinned,
  ].filter(Boolean);
  if (parts.length === 0) return null;
  const rounds = hasSeveral && isFirst ? roundsTextOf(roundsOf(versions), agreedRounds) : null;
  return (
    <p className="italic dim">
      {parts.map((part, index) => (
        <span key={index}>
          {index > 0 && ', '}
          {part}
        </span>
      ))}
      {rounds !== null && `. ${rounds}`}
    </p>
  );
}
