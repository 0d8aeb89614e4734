import { Body } from '@react-email/body';
import { Container } from '@react-email/container';
import { Head } from '@react-email/head';
import { Heading } from '@react-email/heading';
import { Html } from '@react-email/html';
import { Link } from '@react-email/link';
import { Text } from '@react-email/text';
import { renderToStaticMarkup } from 'react-dom/server';
import site from '#content/site.yaml';
import { linkPartsOf } from '#src/platform/link-parts.ts';
import { mailStyle } from './mail-style.ts';

/** Typed text in an email, with web and email addresses as links. */
export const Linked = ({ text }: { readonly text: string }) =>
  linkPartsOf(text).map(({ text: part, href }, index) =>
    href === null ? (
      part
    ) : (
      <Link key={index} href={href} style={mailStyle.link}>
        {part}
      </Link>
    ),
  );

/** The frame of every email. */
export function MailFrame({
  title,
  isLetter = false,
  children,
}: {
  readonly title: string;
  /** A person wrote it: it begins with their words, not with a heading. */
  readonly isLetter?: boolean;
  readonly children: React.ReactNode;
}) {
  return (
    <Html lang={site.language}>
      <Head>
        <meta name="color-scheme" content="light" />
        <title>{title}</title>
      </Head>
      <Body style={mailStyle.body}>
        <Container style={mailStyle.container}>
          {!isLetter && <Heading style={mailStyle.heading}>{title}</Heading>}
          {children}
        </Container>
      </Body>
    </Html>
  );
}

/** A link on a line of its own: a button or text. */
export const MailLine = ({
  label,
  href,
  isButton = false,
}: {
  readonly label: string;
  readonly href: string;
  readonly isButton?: boolean;
}) => (
  <Text style={isButton ? mailStyle.buttonLine : mailStyle.item}>
    <Link href={href} style={isButton ? mailStyle.action : mailStyle.link}>
      {label}
    </Link>
  </Text>
);

/** Returns the HTML of an email. React escapes everything that was typed. */
export const mailHtmlOf = (mail: React.ReactElement) => `<!doctype html>${renderToStaticMarkup(mail)}`;
