import { and, eq } from 'drizzle-orm';
import { validate } from 'uuid';
import delivery from '#content/delivery.yaml';
import sound from '#content/sound.yaml';
import type { Person } from '#src/features/accounts/sessions/session.ts';
import { projects } from '#src/features/projects/project.table.ts';
import { files } from '#src/features/files/store/file.table.ts';
import { visibleTo } from '#src/features/files/serving/file-access.ts';
import {
  measuredNotes,
  unmeasuredLevels,
  type Level,
  unmeasuredText,
} from '#src/features/files/measurements/measurement-text.ts';
import { soundMeasurements } from '#src/features/files/measurements/sound-measurement.table.ts';
import { soundMsOf, type SoundMeasures } from '#src/audio/sound-measures.ts';
import { isQuietThroughout, type Fault, type FaultKind } from '#src/audio/faults/faults.ts';
import type { Db } from '#src/platform/database/database.ts';
import { checkDelivery, valueOf, verdictOf, type Specification } from './check-delivery.ts';
import { faultText, spanText, wholeText } from './fault-text.ts';

/** Shorter silence at either end is part of the recording. */
const longEndMs = 1000;

type FindingKind =
  | Exclude<FaultKind, 'inverted' | 'dc'>
  | 'inverted-channel'
  | 'dc-offset'
  | 'silence-head'
  | 'silence-tail';

type Finding = {
  readonly kind: FindingKind;
  readonly startMs: number;
  readonly endMs: number;
  /** As text. */
  readonly detail: string;
};

const verdicts = { pass: 'pass', fail: 'fail', unknown: 'not-measurable' } as const;

function kindOf(kind: FaultKind): FindingKind {
  if (kind === 'inverted') return 'inverted-channel';
  return kind === 'dc' ? 'dc-offset' : kind;
}

/** A fault at each of its places; for the whole sound if it has none. */
function placesOf(fault: Fault, channels: number, durationMs: number): Finding[] {
  const kind = kindOf(fault.kind);
  const detail = (where: string) => `${faultText(fault)} (${where})`;
  if (fault.spans.length === 0)
    return [{ kind, startMs: 0, endMs: durationMs, detail: detail(wholeText(fault, channels)) }];
  return fault.spans.map((span) => ({
    kind,
    startMs: span.fromMs,
    endMs: span.toMs,
    detail: detail(spanText(span, channels)),
  }));
}

function findingsOf(measures: SoundMeasures): Finding[] {
  const { findings, format } = measures;
  if (!findings) return [];
  const durationMs = soundMsOf(measures);
  const { headMs, tailMs } = findings.silences;
  const silence = (kind: 'silence-head' | 'silence-tail', startMs: number, endMs: number): Finding[] =>
    endMs - startMs < longEndMs
      ? []
      : [{ kind, startMs, endMs, detail: sound.silences[kind === 'silence-head' ? 'head' : 'tail'].label }];
  const quiet = {
    kind: 'silence-head',
    startMs: 0,
    endMs: durationMs,
    detail: sound.silences.whole.label,
  } as const;
  return [
    ...findings.faults.flatMap((fault) => placesOf(fault, format.channels, durationMs)),
    ...(isQuietThroughout(findings.silences, durationMs)
      ? [quiet]
      : [...silence('silence-head', 0, headMs), ...silence('silence-tail', durationMs - tailMs, durationMs)]),
  ];
}

/** Number of occurrences by kind; `findings` lists only the first places. */
function faultCountsOf({ findings }: SoundMeasures): Readonly<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const { kind, count } of findings?.faults ?? []) counts[kind] = (counts[kind] ?? 0) + count;
  return counts;
}

/** Each rule with its minimum, maximum and measured value, or why there is none. */
function checkOf(specification: Specification, measures: SoundMeasures) {
  const checked = checkDelivery(specification, measures);
  return {
    spec: specification.name,
    source: specification.source,
    isAdvice: specification.isAdvice,
    verdict: verdicts[verdictOf(checked)],
    rules: checked.map(({ label, measured, verdict }, index) => {
      const rule = specification.rules[index];
      const isMeasured = rule !== undefined && 'measure' in rule;
      return {
        rule: label,
        limit: isMeasured ? { from: rule.from ?? null, to: rule.to ?? null } : null,
        measured: isMeasured ? (valueOf(rule.measure, measures) ?? null) : null,
        verdict: verdicts[verdict],
        reason: verdict === 'unknown' ? measured : null,
      };
    }),
  };
}

const figuresOf = (measures: SoundMeasures) => ({
  container: measures.format.container,
  codec: measures.format.codec,
  sampleRateHz: measures.format.rateHz,
  bitDepth: measures.format.bits,
  channels: measures.format.channels,
  frames: measures.frames,
  durationMs: soundMsOf(measures),
  integratedLufs: measures.integrated,
  loudnessRangeLu: measures.loudnessRange,
  maxMomentaryLufs: measures.maxMomentary,
  maxShortTermLufs: measures.maxShortTerm,
  truePeakDbtp: measures.truePeak,
  noiseFloorDbfs: measures.noiseFloor,
});

/** The names of the levels in this report. */
const figureOf = {
  integrated: 'integratedLufs',
  loudnessRange: 'loudnessRangeLu',
  maxMomentary: 'maxMomentaryLufs',
  maxShortTerm: 'maxShortTermLufs',
  truePeak: 'truePeakDbtp',
  noiseFloor: 'noiseFloorDbfs',
} as const satisfies Partial<Record<Level, keyof ReturnType<typeof figuresOf>>>;

const notMeasurableOf = (measures: SoundMeasures) =>
  unmeasuredLevels(measures).flatMap(({ measure, reason }) =>
    measure in figureOf ? { figure: figureOf[measure as keyof typeof figureOf], reason } : [],
  );

const noFigures = {
  container: null,
  codec: null,
  sampleRateHz: null,
  bitDepth: null,
  channels: null,
  frames: null,
  durationMs: null,
  integratedLufs: null,
  loudnessRangeLu: null,
  maxMomentaryLufs: null,
  maxShortTermLufs: null,
  truePeakDbtp: null,
  noiseFloorDbfs: null,
} as const satisfies Readonly<Record<keyof ReturnType<typeof figuresOf>, null>>;

/** A valid file without samples counts as measured: it is empty. */
const emptyFigures = { ...noFigures, frames: 0, durationMs: 0 } as const;

function stateOf(state: string, isEmpty: boolean) {
  if (state === 'measured' || isEmpty) return 'measured';
  return state === 'unmeasured' ? 'unreadable' : 'measuring';
}

/**
 * Returns the measures, faults and checks of a file, for its project's client and the team; otherwise null. Levels are
 * in dB, loudness in LUFS, times in milliseconds; null before the measurement, and if there was nothing to measure, as
 * in silence. `reason` explains why it is never measured or what is missing, as for a truncated file; `notMeasurable`
 * explains each missing value.
 */
export async function findReportData(db: Db, person: Person, fileId: string | undefined) {
  if (!validate(fileId)) return null;
  const { state, reason, measures } = soundMeasurements;
  const [found] = await db
    .select({ sha256: files.sha256, measurement: { state, reason, measures } })
    .from(files)
    .innerJoin(projects, eq(projects.id, files.projectId))
    .leftJoin(soundMeasurements, eq(soundMeasurements.sha256, files.sha256))
    .where(and(eq(files.id, fileId ?? ''), visibleTo(person)));
  if (!found) return null;
  // A file without the header of an audio format is never measured.
  const { measurement, sha256 } = found;
  const about = measurement ?? { state: 'unmeasured', reason: 'no-sound' as const, measures: null };
  const { measures: figures } = about;
  const isEmpty = about.state === 'unmeasured' && about.reason === 'empty';
  return {
    state: stateOf(about.state, isEmpty),
    reason: figures ? measuredNotes(figures).join(' ') || null : about.reason && unmeasuredText(about.reason),
    sha256,
    ...(figures ? figuresOf(figures) : isEmpty ? emptyFigures : noFigures),
    notMeasurable: figures ? notMeasurableOf(figures) : [],
    findings: figures ? findingsOf(figures) : [],
    faultCounts: figures ? faultCountsOf(figures) : {},
    checks: figures ? delivery.specifications.map((each) => checkOf(each, figures)) : [],
  };
}
