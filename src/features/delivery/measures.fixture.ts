import type { SoundMeasures } from '#src/audio/sound-measures.ts';
import type { FoundReport } from './find-report.ts';

/** The measures of a minute of stereo. */
export const measuresOf = (change: Partial<SoundMeasures> = {}): SoundMeasures => ({
  format: {
    container: 'wav',
    codec: 'pcm_s24le',
    rateHz: 48_000,
    channels: 2,
    layout: 'stereo',
    bits: 24,
    declaredS: 60,
  },
  frames: 2_880_000,
  isDamaged: false,
  integrated: -23,
  maxMomentary: -20,
  maxShortTerm: -21,
  loudnessRange: 6,
  truePeak: -1.5,
  samplePeak: -1.6,
  rms: -22,
  noiseFloor: -70,
  curve: [],
  peaks: '',
  ...change,
});

/** The report of a file with this name. */
export const reportOf = (name: string, measures = measuresOf()): FoundReport => ({
  file: {
    id: 'file',
    projectId: 'project',
    name,
    kind: 'audio',
    sizeBytes: 17_280_102,
    sha256: 'ab'.repeat(32),
    uploadedAt: new Date('2026-11-20T09:00:00Z'),
    uploadNumber: 1,
    uploadCount: 1,
    projectNumber: 214,
    specificationKey: null,
    naming: null,
    isApproved: false,
  },
  measurement: {
    artefacts: {},
    state: 'measured',
    percent: 100,
    reason: null,
    measures,
    picture: null,
    measuredAt: new Date('2026-11-20T09:01:00Z'),
    before: 0,
  },
});
