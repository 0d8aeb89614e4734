/**
 * What measuring makes beside the figures: the FLAC for listening, the pyramid of peaks, the picture of frequencies over time, the
 * lines of the cymatic figure.
 */
export const measuredKinds = ['rendition', 'peaks', 'spectrogram', 'figure'] as const;

/** All that is made of a sound; the light rendition, an Opus, and the figure's picture, a PNG, only once somebody wants them. */
export type ArtefactKind = (typeof measuredKinds)[number] | 'light' | 'picture';

/** Where each is written while it is made. */
export const artefactPathOf = (writeTo: string, kind: ArtefactKind) => `${writeTo}.${kind}`;

/** The query of an artefact's address, which changes when it is made anew. */
export const artefactVersionOf = (storageKey: string) => storageKey.slice(0, 8);
