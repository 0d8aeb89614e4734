import { createHash } from 'node:crypto';
import words from '#content/sound.yaml';
import { fileSizeText } from '#src/features/files/file-size.ts';
import {
  measuredNotes,
  formatText,
  lengthText,
  rateText,
  levelOrReason,
  unmeasuredText,
  unmeasuredLevels,
} from '#src/features/files/measurements/measurement-text.ts';
import { pitchesText } from '#src/features/files/covers/recording-figure.ts';
import delivery from '#content/delivery.yaml';
import { foundText, listFaults, silenceRows, type FoundFault, type ReportRow } from './fault-text.ts';
import type { ReportToApprove } from '#src/features/files/approvals/approve-file.ts';
import {
  checkDelivery,
  verdictOf,
  verdictText,
  type CheckedRule,
  type ReportMeasures,
  type Specification,
  type Verdict,
} from './check-delivery.ts';
import { asksForSound, expectedName, isNamedBy, type Named } from '#src/features/projects/file-naming.ts';
import { projectCodeOf } from '#src/features/projects/project-status.ts';
import { numberText } from '#src/studio/locale.ts';
import { momentDayText } from '#src/workspace/time-text.ts';
import { fill } from '#src/platform/fill.ts';
import type { FoundReport } from './find-report.ts';

const { rows } = words;
const { words: texts } = delivery;

/** Returns the rows about the file: format, length, size, and if its name is as agreed. */
function fileRows({ sizeBytes, measures, naming }: ReportRecord): ReportRow[] {
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

/** Returns the rows that identify the measured bytes and samples. */
const proofRows = ({ sha256, measures }: ReportRecord): ReportRow[] => [
  { ...rows.sha256, text: sha256 },
  ...(measures
    ? [
        { ...rows.codec, text: measures.format.codec },
        { ...rows.samples, text: numberText(measures.frames) },
      ]
    : []),
];

/** Returns the rows with measured levels and pitches. */
function measuredRows(measures: ReportMeasures): ReportRow[] {
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

/** Returns when and how the file was measured; '' if it was not. */
const measuredOnText = (measuredAt: string | null): string =>
  measuredAt ? fill(words.sheet.about, { when: momentDayText(new Date(measuredAt)) }) : '';

/** Returns the notes that are needed to interpret the measurements. */
export const reportNotes = (measures: ReportMeasures): string[] => [
  ...measuredNotes(measures),
  ...(measures.format.channels === 1 ? [words.notes.mono] : []),
];

type CheckedName = {
  readonly scheme: string;
  /** The name required by the scheme. */
  readonly expected: string;
  readonly verdict: Verdict;
};

type CheckedSpecification = {
  readonly specification: string;
  readonly source: string;
  readonly isAdvice: boolean;
  readonly rules: readonly CheckedRule[];
};

/**
 * A report as it is stored, exported and approved: levels in dB, loudness in LUFS, range in LU; null if there was
 * nothing to measure.
 */
export type ReportRecord = {
  readonly name: string;
  readonly sizeBytes: number;
  readonly sha256: string;
  readonly state: FoundReport['measurement']['state'];
  readonly reason: FoundReport['measurement']['reason'];
  /** ISO 8601. */
  readonly measuredAt: string | null;
  readonly measures: ReportMeasures | null;
  /** The levels that could not be measured, with reasons; absent if there are none. */
  readonly notMeasurable?: ReturnType<typeof unmeasuredLevels>;
  readonly naming: CheckedName | null;
  readonly check: CheckedSpecification | null;
};

function namingOf({ file, measurement }: FoundReport): CheckedName | null {
  const { naming: scheme, name, projectNumber } = file;
  if (scheme === null) return null;
  const format = measurement.measures?.format;
  // The sample rate and bit depth are unknown until the file is measured.
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

/** Returns the content of a report, checked against a specification if one is given. */
export function reportRecordOf(report: FoundReport, specification: Specification | null): ReportRecord {
  const { file, measurement } = report;
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
    naming: namingOf(report),
    check: specification &&
      measures && {
        specification: specification.name,
        source: specification.source,
        isAdvice: specification.isAdvice,
        rules: checkDelivery(specification, measures),
      },
  };
}

/**
 * Returns a report as the JSON text that is exported, stored and approved, with its SHA-256. The text is deterministic.
 */
export function reportTextOf(report: FoundReport, specification: Specification | null): ReportToApprove {
  const text = `${JSON.stringify(reportRecordOf(report, specification), null, 2)}\n`;
  return { text, sha256: createHash('sha256').update(text).digest('hex') };
}

export type FileVerdict = { readonly verdict: Verdict; readonly text: string };

/** Returns the verdict on one file; null if it was not checked. A file without measurements is unknown. */
export function fileVerdict({ measures, check, reason }: ReportRecord): FileVerdict | null {
  if (!measures)
    return { verdict: 'unknown', text: reason ? unmeasuredText(reason) : words.sheet.notMeasured };
  return check && { verdict: verdictOf(check.rules), text: verdictText(check.specification, check.rules) };
}

/** Returns the cells of a file's row in the report on a delivery; '' for an empty cell. */
export function summaryCells({
  measures,
  naming,
}: ReportRecord): { readonly label: string; readonly text: string }[] {
  const { columns, asAgreed, notAsAgreed } = texts.delivery;
  const named = naming && (naming.verdict === 'pass' ? asAgreed : fill(notAsAgreed, naming));
  return [
    { label: columns.loudness, text: measures ? levelOrReason('integrated', measures) : '' },
    { label: columns.peak, text: measures ? levelOrReason('truePeak', measures) : '' },
    { label: columns.faults, text: measures ? foundText(measures) : '' },
    { label: columns.name, text: named ?? '' },
  ];
}

/** The sections of a report on one file, in reading order. The page and the PDF both render them. */
export type ReportSections = {
  readonly verdict: FileVerdict | null;
  /** Null if the file was not measured. */
  readonly sound: {
    readonly notes: readonly string[];
    readonly check: {
      readonly title: string;
      readonly rules: readonly CheckedRule[];
      readonly source: string;
    } | null;
    /** A summary of the faults, and each fault. */
    readonly found: string;
    readonly faults: readonly FoundFault[];
    readonly isSearched: boolean;
    readonly levels: readonly ReportRow[];
    readonly curve: ReportMeasures['curve'];
  } | null;
  readonly file: readonly ReportRow[];
  readonly proof: readonly ReportRow[];
  readonly measuredOn: string;
};

/** Returns the sections of a report; `furtherProof` are more rows of its proof. */
export function reportSectionsOf(
  record: ReportRecord,
  furtherProof: readonly ReportRow[] = [],
): ReportSections {
  const { measures, measuredAt, check } = record;
  return {
    verdict: fileVerdict(record),
    sound: measures && {
      notes: reportNotes(measures),
      check: check && {
        title: fill(texts.current, { name: check.specification }),
        rules: check.rules,
        source: `${fill(texts.source, { source: check.source })}${check.isAdvice ? ` ${texts.advice}` : ''}`,
      },
      found: foundText(measures),
      faults: listFaults(measures),
      isSearched: measures.findings !== undefined,
      levels: measuredRows(measures),
      curve: measures.curve,
    },
    file: fileRows(record),
    proof: [...proofRows(record), ...furtherProof],
    measuredOn: measuredOnText(measuredAt),
  };
}
