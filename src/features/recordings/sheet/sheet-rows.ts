import words from '#content/sound.yaml';
import { fileSizeText } from '#src/features/recordings/files/file-size.ts';
import { measuredNotes } from '#src/features/recordings/measurements/measured-notes.ts';
import {
  countText,
  formatText,
  lengthText,
  measuredText,
} from '#src/features/recordings/measurements/sound-text.ts';
import type { SoundMeasures } from '#src/features/recordings/sound/sound-measures.ts';
import { silenceRows } from './fault-text.ts';
import { checkDelivery, type Specification } from './check-delivery.ts';
import type { FoundSheet } from './find-sheet.ts';

const { rows } = words;

export type SheetRow = { readonly label: string; readonly about?: string | undefined; readonly text: string };

/** What identifies the file. */
export function fileRows({ file }: FoundSheet): SheetRow[] {
  return [
    { ...rows.size, text: fileSizeText(file.sizeBytes) },
    { ...rows.sha256, text: file.sha256 },
  ];
}

/** What the file says of its sound, and how much of it there is. */
export function soundRows({ format, frames }: SoundMeasures): SheetRow[] {
  return [
    { ...rows.format, text: formatText(format) },
    { ...rows.codec, text: format.codec },
    { ...rows.length, text: lengthText(frames, format.rateHz) },
    { ...rows.samples, text: countText(frames) },
  ];
}

/** What was measured. */
export function measuredRows(measures: SoundMeasures): SheetRow[] {
  return [
    { ...rows.integrated, text: measuredText('lufs', measures.integrated) },
    { ...rows.range, text: measuredText('lu', measures.loudnessRange) },
    { ...rows.maxMomentary, text: measuredText('lufs', measures.maxMomentary) },
    { ...rows.maxShortTerm, text: measuredText('lufs', measures.maxShortTerm) },
    { ...rows.truePeak, text: measuredText('dbtp', measures.truePeak) },
    { ...rows.samplePeak, text: measuredText('dbfs', measures.samplePeak) },
    { ...rows.rms, text: measuredText('dbfs', measures.rms) },
    { ...rows.noiseFloor, text: measuredText('dbfs', measures.noiseFloor) },
    ...silenceRows(measures),
  ];
}

/** What has to be known to read the figures. */
export const sheetNotes = (measures: SoundMeasures): string[] => [
  ...measuredNotes(measures),
  ...(measures.format.channels === 1 ? [words.notes.mono] : []),
];

/** The sheet for other programs, with what a specification says of it: levels in dB, loudness in LUFS, range in LU; null where there was nothing to measure. */
export function sheetJson({ file, measurement }: FoundSheet, specification: Specification | null) {
  const { measures, state, reason, measuredAt } = measurement;
  const { name, sizeBytes, sha256 } = file;
  const figures = measures && (({ peaks: _peaks, ...rest }) => rest)(measures);
  const check = specification &&
    measures && {
      specification: specification.name,
      source: specification.source,
      rules: checkDelivery(specification, measures),
    };
  return { name, sizeBytes, sha256, state, reason, measuredAt, measures: figures, check };
}
