/**
 * What measuring makes beside the figures: the FLAC for listening, a light Opus of it, the pyramid of peaks, the picture of
 * frequencies over time.
 */
export const artefactKinds = ['rendition', 'light', 'peaks', 'spectrogram'] as const;

export type ArtefactKind = (typeof artefactKinds)[number];

/** Where each is written while a sound is measured. */
export const artefactPathOf = (writeTo: string, kind: ArtefactKind) => `${writeTo}.${kind}`;
