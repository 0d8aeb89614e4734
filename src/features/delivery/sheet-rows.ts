import { createHash } from 'node:crypto';
import words from '#content/sound.yaml';
import { fileSizeText } from '#src/features/files/file-size.ts';
import {
  measuredNotes,
  formatText,
  lengthText,
  rateText,
  levelOrReason,
  unmeasuredLevels,
} from '#src/features/files/measurements/measurement-text.ts';
import { pitchesText } from '#src/features/files/covers/recording-figure.ts';
import type { SoundMeasures } from '#src/audio/sound-measures.ts';
import { silenceRows } from './fault-text.ts';
import type { ReportToApprove } from '#src/features/files/approvals/approve-file.ts';
import { checkDelivery, type CheckedRule, type Specification, type Verdict } from './check-delivery.ts';
import { asksForSound, expectedName, isNamedBy, type Named } from '#src/features/projects/file-naming.ts';
import { projectCodeOf } from '#src/features/projects/project-status.ts';
import { numberText } from '#src/studio/locale.ts';
import { momentDayText } from '#src/workspace/moment-text.ts';
import { fill } from '#src/platform/fill.ts';
import type { FoundReport } from './find-sheet.ts';

const { rows } = words;

export type ReportRow = {
  readonly label: string;
  readonly about?: string | undefined;
  readonly text: string;
};

/** All that was measured, but the waveform. */
export type ReportMeasures = Omit<SoundMeasures, 'peaks'>;

/** Rows about the file: its format, length and size, and whether its name is as agreed. */
export function fileRows({ sizeBytes, measures, naming }: ReportRecord): ReportRow[] {
  const { pass, fail } = words.naming;
  return [
    ...(measures
      ? [
          { ...rows.format, text: formatText(measures.format) },
          { ...rows.length, text: lengthText(measures.frames, measures.format.rateHz) },
        ]
      : []),
    { ...rows.size, text: fileSizeText(sizeBytes) },
    ...(naming
      ? [
          {
            ...rows.naming,
            text: fill(naming.verdict === 'pass' ? pass : fail, { expected: naming.expected }),
          },
        ]
      : []),
  ];
}

/** Rows that tell exactly which bytes and samples were measured. */
export const proofRows = ({ sha256, measures }: ReportRecord): ReportRow[] => [
  { ...rows.sha256, text: sha256 },
  ...(measures
    ? [
        { ...rows.codec, text: measures.format.codec },
        { ...rows.samples, text: numberText(measures.frames) },
      ]
    : []),
];

/** Rows with the measured levels and pitches. */
export function measuredRows(measures: ReportMeasures): ReportRow[] {
  return [
    { ...rows.integrated, text: levelOrReason('integrated', measures) },
    { ...rows.range, text: levelOrReason('loudnessRange', measures) },
    { ...rows.maxMomentary, text: levelOrReason('maxMomentary', measures) },
    { ...rows.maxShortTerm, text: levelOrReason('maxShortTerm', measures) },
    { ...rows.truePeak, text: levelOrReason('truePeak', measures) },
    { ...rows.samplePeak, text: levelOrReason('samplePeak', measures) },
    { ...rows.rms, text: levelOrReason('rms', measures) },
    { ...rows.noiseFloor, text: levelOrReason('noiseFloor', measures) },
    ...(measures.pitches
      ? [{ ...rows.pitch, text: pitchesText(measures.pitches) ?? words.figure.unsettled }]
      : []),
    ...silenceRows(measures),
  ];
}

/** When and how it was measured. */
export const measuredOnText = (measuredAt: string | null): string =>
  measuredAt ? fill(words.sheet.about, { when: momentDayText(new Date(measuredAt)) }) : '';

/** Notes that are needed to read the figures. */
export const reportNotes = (measures: ReportMeasures): string[] => [
  ...measuredNotes(measures),
  ...(measures.format.channels === 1 ? [words.notes.mono] : []),
];

type CheckedName = {
  readonly scheme: string;
  /** The name that the scheme asks for. */
  readonly expected: string;
  readonly verdict: Verdict;
};

type CheckedSpecification = {
  readonly specification: string;
  readonly source: string;
  readonly isAdvice: boolean;
  readonly rules: readonly CheckedRule[];
};

/** A sheet as it is kept, sent to other programs and approved: levels in dB, loudness in LUFS, range in LU; null where there was nothing to measure. */
export type ReportRecord = {
  readonly name: string;
  readonly sizeBytes: number;
  readonly sha256: string;
  readonly state: FoundReport['measurement']['state'];
  readonly reason: FoundReport['measurement']['reason'];
  /** ISO 8601. */
  readonly measuredAt: string | null;
  readonly measures: ReportMeasures | null;
  /** The levels that could not be measured, with the reason; absent where all were, or none yet. */
  readonly notMeasurable?: ReturnType<typeof unmeasuredLevels>;
  readonly naming: CheckedName | null;
  readonly check: CheckedSpecification | null;
};

function namingOf({ file, measurement }: FoundReport): CheckedName | null {
  const { naming: scheme, name, projectNumber } = file;
  if (scheme === null) return null;
  const format = measurement.measures?.format;
  // Its rate and bits are not known before it was measured.
  if (!format && asksForSound(scheme)) return null;
  const named: Named = {
    project: projectCodeOf(projectNumber),
    rate: format ? `${rateText(format.rateHz)}k` : null,
    bits: format?.bits ? `${format.bits}bit` : null,
  };
  const expected = expectedName(scheme, named, words.naming.parts);
  if (expected === '') return null;
  return { scheme, expected, verdict: isNamedBy(scheme, name, named) ? 'pass' : 'fail' };
}

/** The content of a sheet, checked against a specification if one is given. */
export function reportRecordOf(sheet: FoundReport, specification: Specification | null): ReportRecord {
  const { file, measurement } = sheet;
  const { measures, state, reason, measuredAt } = measurement;
  const { name, sizeBytes, sha256 } = file;
  const notMeasurable = measures ? unmeasuredLevels(measures) : [];
  return {
    name,
    sizeBytes,
    sha256,
    state,
    reason,
    measuredAt: measuredAt?.toISOString() ?? null,
    measures: measures && (({ peaks: _peaks, ...rest }) => rest)(measures),
    ...(notMeasurable.length > 0 && { notMeasurable }),
    naming: namingOf(sheet),
    check: specification &&
      measures && {
        specification: specification.name,
        source: specification.source,
        isAdvice: specification.isAdvice,
        rules: checkDelivery(specification, measures),
      },
  };
}

/** A sheet as the text that is sent, kept and approved, with the SHA-256 of that text. The same sheet is always the same text. */
export function reportTextOf(sheet: FoundReport, specification: Specification | null): ReportToApprove {
  const text = `${JSON.stringify(reportRecordOf(sheet, specification), null, 2)}\n`;
  return { text, sha256: createHash('sha256').update(text).digest('hex') };
}
