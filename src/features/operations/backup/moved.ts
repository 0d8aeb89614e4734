import { BackupRefusal, type Head } from './archive-format.ts';

/** True for each setting that differs from the installation where the backup was made. */
export type Moved = { readonly secret: boolean; readonly address: boolean };

export const movedFrom = (
  head: Pick<Head, 'secretMark' | 'address'>,
  here: { readonly secretMark: string | null; readonly address: string | null },
): Moved => ({ secret: head.secretMark !== here.secretMark, address: head.address !== here.address });

const ofAddress = (address: string | null) => address ?? 'none, a sample studio';

/** Refuses an installation whose SECRET or PUBLIC_URL is not the archive's, unless `isMoved` says that this is meant. */
export function requireSameOrMoved(
  head: Pick<Head, 'secretMark' | 'address'>,
  here: { readonly secretMark: string | null; readonly address: string | null; readonly isMoved: boolean },
): void {
  const { secret, address } = movedFrom(head, here);
  if (here.isMoved || (!secret && !address)) return;
  const reasons = [
    ...(secret ? ['SECRET (or DATA_DIR/secret) is not the one that the backup was made with.'] : []),
    ...(address
      ? [`PUBLIC_URL is ${ofAddress(here.address)}; in the backup it is ${ofAddress(head.address)}.`]
      : []),
  ];
  throw new BackupRefusal(
    [
      ...reasons,
      'Set what was there before, or say with --moved that this is meant: it then says what no longer works.',
    ].join('\n'),
  );
}

const withoutSecret = [
  'With another SECRET:',
  '  Calendars that hosts have added cannot be opened: each host adds theirs again under "Hours and calendars".',
  '  The addresses of calendars that hosts subscribed to have changed: they subscribe again.',
  '  Listening links, and links to calls and chats, that were sent go on working. The addresses of these listening links are not shown',
  '  any more, and later mails about these calls and chats hold links that open nothing.',
  '  Visitors are no longer recognised by their cookies.',
];

const withoutAddress = [
  'With another address:',
  '  Links in mails that were sent lead to the old one. Let it redirect to the new one, with the same path.',
  '  Passkeys belong to the host of the old one. Members of the team who have one get in with:',
  '  npm run team:invite -- name@studio.example --without-passkeys',
];

/** Says what no longer works after a move. */
export const linesOfMoved = ({ secret, address }: Moved): readonly string[] => [
  ...(secret ? withoutSecret : []),
  ...(address ? withoutAddress : []),
];
