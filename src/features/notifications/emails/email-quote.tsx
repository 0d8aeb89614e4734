import { Text } from '@react-email/text';
import notices from '#content/notices.yaml';
import { fill } from '#src/platform/fill.ts';
import { Linked, MailLine } from '#src/studio/mail-frame.tsx';
import { mailStyle } from '#src/studio/mail-style.ts';

const { quotes: words } = notices;

/** The most characters of a text in an email; its rest is on the page. */
const longestQuote = 1000;

/** A text that an email quotes. */
export type Quote = {
  /** The time code of a comment. */
  readonly at: string | null;
  readonly text: string;
  /** Where it is in the portal or at the desk; null if the links of the email lead there. */
  readonly link: { readonly label: string; readonly path: string } | null;
};

/** Returns the beginning of a long text, up to a space if there is one, with an ellipsis; null if the text is short. */
export function beginningOf(text: string, longest = longestQuote): string | null {
  const characters = [...text];
  if (characters.length <= longest) return null;
  const beginning = characters.slice(0, longest).join('');
  const space = /\s\S*$/.exec(beginning)?.index ?? 0;
  return `${beginning.slice(0, space > beginning.length / 2 ? space : undefined).trimEnd()} …`;
}

/** A quoted text with its link; React escapes it. */
export const QuoteBlock = ({
  quote: { at, text, link },
  origin,
  isButton,
}: {
  readonly quote: Quote;
  readonly origin: string;
  readonly isButton: boolean;
}) => (
  <>
    <Text style={mailStyle.quote}>
      {at !== null && (
        <>
          <strong>{fill(words.at, { at })}</strong>
          <br />
        </>
      )}
      <Linked text={text} />
    </Text>
    {link && <MailLine label={link.label} href={`${origin}${link.path}`} isButton={isButton} />}
  </>
);

/** Returns a quote as lines of plain text, each marked as quoted. */
export const quoteLines = ({ at, text, link }: Quote, origin: string): string[] => [
  ...(at === null ? [] : [`> ${fill(words.at, { at })}`]),
  ...text.split(/\r\n|\r|\n/).map((line) => `> ${line}`),
  ...(link ? [`${link.label}: ${origin}${link.path}`] : []),
];
