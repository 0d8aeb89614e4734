import notices from '#content/notices.yaml';
import { Hr } from '@react-email/hr';
import { Link } from '@react-email/link';
import { Text } from '@react-email/text';
import { MailFrame } from '#src/features/site/mail-frame.tsx';
import { mailStyle } from '#src/features/site/mail-style.ts';
import { nameOf } from '#src/platform/fill.ts';
import type { NoticeGroup } from './notice-lines.ts';

export type Notice = {
  readonly subject: string;
  readonly origin: string;
  readonly greeting: string | null;
  readonly groups: readonly NoticeGroup[];
  readonly closing: { readonly signature: string; readonly reason: string } | null;
};

/** The mail about a client's news, project by project. */
export function NoticeEmail({ subject, origin, greeting, groups, closing }: Notice) {
  return (
    <MailFrame title={subject}>
      {greeting && <Text style={mailStyle.text}>{greeting}</Text>}
      {groups.map(({ project, sentences, pictures, links }) => (
        <div key={links[0]?.path}>
          {project && <h2 style={mailStyle.subheading}>{project}</h2>}
          {sentences.map((sentence, index) => (
            // Two sentences may be alike.
            <Text key={`${index} ${sentence}`} style={mailStyle.item}>
              {sentence}
            </Text>
          ))}
          {pictures.map(({ contentId, alt, name, caption }) => (
            <table
              key={contentId}
              role="presentation"
              cellPadding={0}
              cellSpacing={0}
              style={mailStyle.pictured}
            >
              <tbody>
                <tr>
                  <td style={mailStyle.picture}>
                    <img src={`cid:${contentId}`} alt={alt} width="64" height="64" />
                  </td>
                  <td style={mailStyle.caption}>
                    <bdi>{nameOf(name, notices.nameless)}</bdi>
                    <br />
                    {caption}
                  </td>
                </tr>
              </tbody>
            </table>
          ))}
          <Text style={mailStyle.text}>
            {links.map(({ label, path }, index) => (
              <span key={path}>
                {index > 0 && ' · '}
                <Link href={`${origin}${path}`}>{label}</Link>
              </span>
            ))}
          </Text>
        </div>
      ))}
      {closing && (
        <>
          <Text style={mailStyle.text}>{closing.signature}</Text>
          <Hr style={mailStyle.rule} />
          <Text style={mailStyle.small}>{closing.reason}</Text>
        </>
      )}
    </MailFrame>
  );
}

/** The mail as plain text. */
export const noticeText = ({ origin, greeting, groups, closing }: Notice) =>
  [
    ...(greeting ? [greeting] : []),
    ...groups.map(({ project, sentences, links }) =>
      [
        ...(project ? [project] : []),
        ...sentences,
        ...links.map(({ label, path }) => `${label}: ${origin}${path}`),
      ].join('\n'),
    ),
    ...(closing ? [closing.signature, closing.reason] : []),
  ].join('\n\n');
