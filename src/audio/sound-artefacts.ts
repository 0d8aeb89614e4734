/**
 * The artefacts that measuring makes besides the figures: the FLAC for listening, the pyramid of peaks, the spectrogram, and the
 * lines of the cymatic figure.
 */
export const measuredKinds = ['rendition', 'peaks', 'spectrogram', 'figure'] as const;

/** All artefacts of a sound. The light rendition (Opus) and the figure's picture (PNG) are only made on request. */
export type ArtefactKind = (typeof measuredKinds)[number] | 'light' | 'picture';

/** The path that an artefact is written to while it is made. */
export const artefactPathOf = (writeTo: string, kind: ArtefactKind) => `${writeTo}.${kind}`;

/** The query of an artefact's address, which changes when it is made anew. */
export const artefactVersionOf = (storageKey: string) => storageKey.slice(0, 8);
