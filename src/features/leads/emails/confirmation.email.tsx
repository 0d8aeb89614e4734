import { Hr } from '@react-email/hr';
import { Text } from '@react-email/text';
import mails from '#content/mails.yaml';
import planner from '#content/planner.yaml';
import site from '#content/site.yaml';
import type { FormName } from '../form-names.ts';
import { fill } from '#src/platform/fill.ts';
import { MailFrame } from '#src/studio/mail-frame.tsx';
import { mailStyle } from '#src/studio/mail-style.ts';

const closing = fill(planner.closing, { email: site.contactEmail });
const signature = fill(mails.signature, { name: site.name });

/** The session planner within its mail. */
function Planner() {
  return (
    <>
      <Hr style={mailStyle.rule} />
      <Text style={mailStyle.text}>{planner.intro}</Text>
      {planner.sections.map(({ id, title, when, items }) => (
        <div key={id}>
          <h2 style={mailStyle.subheading}>{title}</h2>
          <Text style={mailStyle.small}>{when}</Text>
          {items.map((item) => (
            <Text key={item.title} style={mailStyle.item}>
              <strong>{item.title}.</strong> {item.text}
            </Text>
          ))}
        </div>
      ))}
      <Text style={mailStyle.text}>{closing}</Text>
      <Hr style={mailStyle.rule} />
    </>
  );
}

/** The confirmation to the sender of a form. It quotes nothing that was typed, since the address may be somebody else's. */
export function ConfirmationEmail({ form }: { readonly form: FormName }) {
  const { subject, texts } = mails.confirmations[form];
  return (
    <MailFrame title={subject}>
      {[mails.greeting, ...texts].map((text) => (
        <Text key={text} style={mailStyle.text}>
          {text}
        </Text>
      ))}
      {form === 'lead-capture' && <Planner />}
      <Text style={mailStyle.text}>{signature}</Text>
      <Text style={mailStyle.small}>{mails.reason}</Text>
    </MailFrame>
  );
}

const plannerText = () => [
  planner.title,
  planner.intro,
  ...planner.sections.flatMap(({ title, when, items }) => [
    `${title} (${when})`,
    items.map((item) => `- ${item.title}. ${item.text}`).join('\n'),
  ]),
  closing,
];

/** The confirmation as plain text. */
export function confirmationText(form: FormName): string {
  const { texts } = mails.confirmations[form];
  const middle = form === 'lead-capture' ? plannerText() : [];
  return [mails.greeting, ...texts, ...middle, signature, mails.reason].join('\n\n');
}
