import { Hr } from '@react-email/hr';
import { Text } from '@react-email/text';
import mails from '#content/mails.yaml';
import { MailFrame, MailLine } from '#src/studio/mail-frame.tsx';
import { mailStyle } from '#src/studio/mail-style.ts';

export type TeamMail = {
  readonly subject: string;
  readonly rows: readonly { readonly label: string; readonly value: string }[];
  /** Says that this person has written before; null the first time. */
  readonly known: string | null;
  readonly deskUrl: string;
};

const words = mails.team;

/** The mail that shows the team every field as it was typed. */
export function TeamEmail({ subject, rows, known, deskUrl }: TeamMail) {
  return (
    <MailFrame title={subject}>
      <Text style={mailStyle.text}>{words.intro}</Text>
      {known && <Text style={mailStyle.text}>{known}</Text>}
      <table width="100%" cellPadding={0} cellSpacing={0}>
        <tbody>
          {rows.map(({ label, value }) => (
            <tr key={label}>
              <th scope="row" style={mailStyle.label}>
                {label}
              </th>
              <td style={mailStyle.value}>{value || words.empty}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <Hr style={mailStyle.rule} />
      <MailLine label={words.desk} href={deskUrl} isButton />
    </MailFrame>
  );
}

/** The mail to the team as plain text. */
export const teamText = ({ rows, known, deskUrl }: TeamMail) =>
  [
    words.intro,
    ...(known ? [known] : []),
    ...rows.map(({ label, value }) =>
      /\n/.test(value) ? `${label}:\n${value}` : `${label}: ${value || words.empty}`,
    ),
    `${words.desk}: ${deskUrl}`,
  ].join('\n\n');
