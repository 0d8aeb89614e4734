import { lengths, phone } from './logo.ts';
import { quay } from './quay.ts';
import { saltLine } from './salt-line.ts';
import { sideTwo } from './side-two.ts';
import { stairwell } from './stairwell.ts';
import type { Stereo } from './stereo.ts';
import { rooms, trackOf } from './tracks.ts';

/** The same again where it is asked for twice. */
function once<Made>(make: () => Made): () => Made {
  let made: Made | undefined;
  return () => (made ??= make());
}
const saltLineOnce = once(saltLine);
const roomsOnce = once(rooms);

/** The sample studio's work that can be heard, by the names in content/pieces.yaml: synthesised, the same in every build. */
export const demonstratedPieces: Readonly<
  Record<string, () => { readonly before: Stereo; readonly after: Stereo }>
> = {
  'salt-line': saltLineOnce,
  stairwell,
  quay,
  'side-two': sideTwo,
  rooms: roomsOnce,
  phone,
  lengths,
};

/** The same for the tracks of content/releases.yaml. */
export const demonstratedTracks: Readonly<Record<string, () => Stereo>> = {
  'salt-line': () => saltLineOnce().after,
  'low-water': () => trackOf('low-water'),
  'fixed-light': () => trackOf('fixed-light'),
  'night-ferry': () => trackOf('night-ferry'),
  'field-office': () => roomsOnce().after,
  'second-partial': () => trackOf('second-partial'),
};
