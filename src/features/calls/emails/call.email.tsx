import { Hr } from '@react-email/hr';
import { Link } from '@react-email/link';
import { Text } from '@react-email/text';
import { Linked, MailFrame, MailLine } from '#src/studio/mail-frame.tsx';
import { mailStyle } from '#src/studio/mail-style.ts';

/** A link or button in an email. */
export type MailLink = {
  readonly label: string;
  readonly href: string;
  /** A note below the link, if needed. */
  readonly note?: string;
};

/** The parts of an email about a call, from top to bottom. */
export type CallLetterCopy = {
  readonly subject: string;
  readonly heading: string;
  readonly texts: readonly string[];
  readonly rows: readonly { readonly label: string; readonly value: string }[];
  readonly actions: readonly MailLink[];
  readonly after: readonly string[];
  readonly links: readonly MailLink[];
  readonly small: readonly string[];
};

const noteStyle = { ...mailStyle.small, margin: '-16px 0 20px' } as const;

/** An email about a call. */
export function CallEmail({ heading, texts, rows, actions, after, links, small }: CallLetterCopy) {
  return (
    <MailFrame title={heading}>
      {texts.map((text) => (
        <Text key={text} style={mailStyle.text}>
          {text}
        </Text>
      ))}
      {rows.length > 0 && (
        <table width="100%" cellPadding={0} cellSpacing={0} style={{ margin: '0 0 24px' }}>
          <tbody>
            {rows.map(({ label, value }) => (
              <tr key={label}>
                <th scope="row" style={mailStyle.label}>
                  {label}
                </th>
                <td style={mailStyle.value}>
                  <Linked text={value} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {actions.map(({ label, href, note }) => (
        <div key={href}>
          <MailLine label={label} href={href} isButton />
          {note !== undefined && <Text style={noteStyle}>{note}</Text>}
        </div>
      ))}
      {after.map((text) => (
        <Text key={text} style={{ ...mailStyle.text, margin: '12px 0 16px' }}>
          {text}
        </Text>
      ))}
      <Hr style={mailStyle.rule} />
      {links.map(({ label, href }) => (
        <Text key={href} style={mailStyle.small}>
          <Link href={href} style={mailStyle.link}>
            {label}
          </Link>
        </Text>
      ))}
      {small.map((text) => (
        <Text key={text} style={mailStyle.small}>
          {text}
        </Text>
      ))}
    </MailFrame>
  );
}

/** Returns an email about a call as plain text. */
export const callText = ({ heading, texts, rows, actions, after, links, small }: CallLetterCopy): string =>
  [
    heading,
    ...texts,
    ...(rows.length > 0 ? [rows.map(({ label, value }) => `${label}: ${value}`).join('\n')] : []),
    ...actions.map(({ label, href, note }) =>
      [`${label}:`, href, ...(note === undefined ? [] : [note])].join('\n'),
    ),
    ...after,
    ...links.map(({ label, href }) => `${label}: ${href}`),
    ...small,
  ].join('\n\n');
