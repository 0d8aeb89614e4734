import { randomUUID } from 'node:crypto';
import { asForm, type Ask } from './input-studio.ts';
import type { Project } from './studio.ts';

// Unusual but legitimate names, texts and addresses that too strict a check would refuse or change.

const given = [
  'Þórunn',
  'Zoë',
  "D'Arcy",
  'Jean-Luc',
  'Nguyễn',
  'Łucja',
  'Ἀλέξανδρος',
  'Иван',
  'Ոսկեհատ',
  'გიორგი',
  'محمد',
  'שרה',
  'دریا',
  'अनुष्का',
  'রবীন্দ্র',
  'சுப்பிரமணியம்',
  'สมชาย',
  'ᠲᠡᠮᠦᠵᠢᠨ',
  'ཚེ་རིང',
  'አበበ',
  '山田',
  '김',
  '李小龍',
  'さくら',
  '𠮷野',
  'Ada 🎹',
  'Ｆｕｌｌ',
  'Zoe\u0308',
  '\u200fעומר\u200f',
  'X Æ A-12',
];
const family = [
  'O’Brien',
  'von der Leyen',
  'de la Cruz y Ríos',
  'Null',
  'Drop Table',
  '<Bold>',
  '& Söhne',
  'III.',
  'Smith, PhD',
  'Ng',
  '"Mix" Åkesson',
];
const locals = [
  'a',
  'first.last',
  'plus+tag',
  'plus+tag+tag',
  "o'neil",
  'under_score',
  'dash-dash',
  '1234567890',
  'x'.repeat(64),
  '!#$%&*',
  '=?^`{|}~',
  'UPPER.Case',
  '_',
  '-',
  'a.b.c.d.e.f',
];
const domains = [
  'müller.example',
  '例え.example',
  'пример.example',
  'xn--mller-kva.example',
  'a-b.c-d.example',
  'EXAMPLE.example',
  'sub.sub.sub.example',
  'مثال.example',
  `${'d'.repeat(63)}.example`,
  '1.example',
];
const phones = [
  '+49 (0)30 901820-0',
  '0049 30 901820',
  '+1 (555) 010-9999 ext. 12',
  '555.0100',
  '٠١٢٣٤٥٦٧٨٩',
  '#31#0301234',
  '+44 20 7946 0018',
  'mobil: 0171/123 45 67',
];
const texts = [
  'Zwei Zeilen\nund eine leere\n\nam Ende.',
  'Tab\there',
  '  leading spaces',
  'trailing spaces  ',
  '1 < 2 && 3 > 2',
  '50% off; drop table?',
  'السلام عليكم',
  'שלום עולם',
  '😀👩🏽‍🚀🏳️‍🌈🇮🇸',
  'e\u0301 and é',
  'Z\u0351a\u036blgo',
  'C:\\Session\\Take 1',
  '../take/1',
  '=1+1 is 2',
  'https://example.org/?a=1&b=2',
  '{{name}} ${name} {name}',
  'NULL',
  'undefined',
  'null',
  '0',
  'line\u2028separator',
  'non\u00a0breaking',
  'soft\u00adhyphen',
  'zero\u200bwidth',
  '½ ¾ ™ © ®',
  '“quotes” ‘and’ „more“ «ones»',
  '-- not SQL',
  '<script> is how one begins a script',
  "O'Reilly & Sons",
  'ﬁne ligature',
];
const files = [
  'Über mich.txt',
  'take #1 (final).txt',
  '混音 第2版.txt',
  'مزيج.txt',
  "O'Brien's mix.txt",
  '100% loud.txt',
  'a & b = c.txt',
  'emoji 🎧.txt',
  'no extension',
  '.hidden',
  'two..dots.txt',
  'semi;colon,comma.txt',
  'e\u0301.txt',
  `${'long '.repeat(30)}.txt`,
];

/** A browser's encoding of several lines. */
const asSent = (text: string) => text.replaceAll('\n', '\r\n');

export type LegitimateReport = {
  readonly sent: number;
  readonly refused: readonly string[];
  readonly changed: readonly string[];
};

type Submitted = {
  readonly submissions: readonly {
    readonly id?: string;
    readonly fields: Readonly<Record<string, string>>;
  }[];
};
type Exported = {
  readonly messages: readonly { readonly content: string }[];
  readonly sentFiles?: readonly { readonly name: string }[];
};

/** Every first name with every family name, each with one of the other values, so that each is sent. */
const people = given.flatMap((first, one) =>
  family.map((last, two) => {
    const n = one * family.length + two;
    return {
      name: `${first} ${last}`,
      email: `${locals[n % locals.length]}@${domains[Math.floor(n / locals.length) % domains.length]}`,
      company: `${last} ${texts[n % 7 === 0 ? 28 : 24] ?? ''} ${first}`,
      phone: phones[n % phones.length] ?? '',
      text: asSent(texts[n % texts.length] ?? ''),
    };
  }),
);

/**
 * Sends legitimate input, or every nth of it, through forms and messages, and checks that the team finds it unchanged.
 */
export async function sendLegitimate(ask: Ask, project: Project, every: number): Promise<LegitimateReport> {
  const isSent = (_: unknown, n: number) => n % every === 0;
  const refused: string[] = [];
  const wanted: { where: string; value: string }[] = [];
  const post = async (actor: 'guest' | 'client', path: string, fields: Record<string, string>) => {
    const { status, body } = await ask({ actor, method: 'POST', path, ...asForm(fields) });
    if (status === 200) return true;
    refused.push(`${path}: ${status} ${body.slice(0, 200)} for ${JSON.stringify(fields)}`);
    return false;
  };
  for (const [n, { name, email, company, phone, text }] of people.filter(isSent).entries()) {
    const isCall = n % 3 === 0;
    const fields: Record<string, string> = isCall
      ? { name, email, phone, project_details: text }
      : { name, email, company, message: text };
    if (await post('guest', isCall ? '/forms/discovery-call' : '/forms/contact', fields))
      for (const [field, value] of Object.entries(fields))
        wanted.push({ where: `${field} of ${email} ${name}`, value });
  }
  for (const text of [...texts, ...given].filter(isSent))
    if (
      await post('client', '/portal/messages?do=send-message', {
        messageId: randomUUID(),
        projectId: project.projectId,
        content: asSent(text),
      })
    )
      wanted.push({ where: 'message', value: asSent(text) });
  for (const name of files.filter(isSent)) {
    const metadata = { projectId: project.projectId, name, type: 'text/plain' };
    const said = Object.entries(metadata).map(
      ([key, value]) => `${key} ${Buffer.from(value).toString('base64')}`,
    );
    const headers = {
      'tus-resumable': '1.0.0',
      'upload-length': '5',
      'upload-metadata': said.join(),
      'content-type': 'application/offset+octet-stream',
      'content-length': '5',
    };
    const { status, body } = await ask({
      actor: 'client',
      method: 'POST',
      path: '/portal/uploads',
      headers,
      body: 'Notes',
    });
    if (status === 201) wanted.push({ where: 'file', value: name });
    else refused.push(`file ${name}: ${status} ${body.slice(0, 200)}`);
  }
  return { sent: wanted.length + refused.length, refused, changed: await findChanged(ask, project, wanted) };
}

async function findChanged(
  ask: Ask,
  { clientId }: Project,
  wanted: readonly { where: string; value: string }[],
): Promise<string[]> {
  const read = async (path: string): Promise<unknown> =>
    JSON.parse((await ask({ actor: 'team', method: 'GET', path })).body);
  const leads = (await read('/desk/leads.json')) as Submitted[];
  const exported = (await read(`/desk/clients/${clientId}/export.json`)) as Exported;
  const stored = new Set<string>();
  for (const { submissions } of leads)
    for (const { fields } of submissions)
      for (const [field, value] of Object.entries(fields))
        stored.add(`${field} of ${fields['email']} ${fields['name']} ${value}`);
  for (const { content } of exported.messages) stored.add(`message ${content}`);
  for (const { name } of exported.sentFiles ?? []) stored.add(`file ${name}`);
  return wanted
    .filter(({ where, value }) => !stored.has(`${where} ${value}`))
    .map(({ where, value }) => `${where}: ${JSON.stringify(value)}`);
}
