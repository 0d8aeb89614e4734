import notices from '#content/notices.yaml';
import { Hr } from '@react-email/hr';
import { Link } from '@react-email/link';
import { Text } from '@react-email/text';
import { MailFrame, MailLine } from '#src/studio/mail-frame.tsx';
import { mailStyle } from '#src/studio/mail-style.ts';
import { nameOf } from '#src/platform/fill.ts';
import type { NoticeGroup } from './notice-lines.ts';

export type Notice = {
  readonly subject: string;
  readonly origin: string;
  readonly greeting: string | null;
  readonly groups: readonly NoticeGroup[];
  readonly closing: {
    readonly signature: string;
    readonly reason: string;
    readonly settings: { readonly label: string; readonly path: string };
  } | null;
};

/** The mail about a client's news, project by project. */
export function NoticeEmail({ subject, origin, greeting, groups, closing }: Notice) {
  const isOnly = groups.flatMap(({ links }) => links).length === 1;
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
          {links.map(({ label, path }) => (
            <MailLine key={path} label={label} href={`${origin}${path}`} isButton={isOnly} />
          ))}
        </div>
      ))}
      {closing && (
        <>
          <Text style={mailStyle.text}>{closing.signature}</Text>
          <Hr style={mailStyle.rule} />
          <Text style={mailStyle.small}>
            {closing.reason}{' '}
            <Link href={`${origin}${closing.settings.path}`} style={mailStyle.link}>
              {closing.settings.label}
            </Link>
          </Text>
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
    ...(closing
      ? [closing.signature, `${closing.reason} ${closing.settings.label}: ${origin}${closing.settings.path}`]
      : []),
  ].join('\n\n');
