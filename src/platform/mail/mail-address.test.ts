import { expect, test } from 'vitest';
import { foldedAddressOf, mailboxKeyOf } from './mail-address.ts';

test.each([
  ['Runa@Studio.Example', 'runa@studio.example'],
  ['runa@ｓｔｕｄｉｏ.example', 'runa@studio.example'],
  ['ｒuna@studio.example', 'runa@studio.example'],
  ['runa@RØDGRØD.example', 'runa@xn--rdgrd-vuad.example'],
  ['runa@xn--rdgrd-vuad.example', 'runa@xn--rdgrd-vuad.example'],
  ['not an address', 'not an address'],
  ['a@b@c.example', 'a@b@c.example'],
])('the address %s is folded to %s', (typed, folded) => expect(foldedAddressOf(typed)).toBe(folded));

test.each(['runa.v@studio.example', 'runav+1@studio.example', 'r.u.n.a.v+a+b@STUDIO.example'])(
  '%s ends in the same mailbox as runav@studio.example, for counting',
  (typed) => expect(mailboxKeyOf(typed)).toBe('runav@studio.example'),
);
