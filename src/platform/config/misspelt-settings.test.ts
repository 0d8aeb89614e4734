import { expect, test } from 'vitest';
import { parseConfig } from './config.ts';

const slips = ['DATABSE_URL', 'DATABASEURL', 'DATABASE_URLS', 'DATABASE_ULR', 'DATABASE_URI', 'FILE_URL'];

test.each(slips)('a setting whose name has a slip, as %s, is refused by that name', (name) => {
  const parsed = parseConfig({ [name]: 'postgres://db.example/studio' });
  expect(parsed).toMatchObject({ ok: false, problems: [expect.stringContaining(`${name} is no setting`)] });
});

test('ignores variables of other programs, and a misspelt duplicate of a valid setting', () => {
  const others = { HOSTS: 'a', SORT: 'b', DATABASE_HOST: 'c', XDATABASE_URLX: 'd', SMTP_URL: 'smtp://a:25' };
  expect(parseConfig({ ...others, SMTP_URLS: 'e' })).toMatchObject({ ok: true });
});
