/** What measuring makes beside the figures: the FLAC for listening, the pyramid of peaks, the picture of frequencies over time. */
export const measuredKinds = ['rendition', 'peaks', 'spectrogram'] as const;

/** All that is made of a sound; the light rendition, an Opus, only once somebody wants it. */
export type ArtefactKind = (typeof measuredKinds)[number] | 'light';

/** Where each is written while it is made. */
export const artefactPathOf = (writeTo: string, kind: ArtefactKind) => `${writeTo}.${kind}`;
