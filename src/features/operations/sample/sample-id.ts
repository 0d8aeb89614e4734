import { v5 as uuidv5 } from 'uuid';

const sampleNamespace = '5a3b1c52-7a0f-4d5e-9c58-3f2f6f1f2b11';

/** The id of a row of the sample by its kind and key; the same in every studio. */
export const sampleIdOf = (kind: string, key: string | number) => uuidv5(`${kind} ${key}`, sampleNamespace);

/** The kind of meeting that the sample's clients have. */
export const sampleMeetingKindId = sampleIdOf('kind of meeting', 'of clients');

/** The network of every conversation of the sample, by which it is known. */
export const sampleNetworkKey = 'sample';
