import { Body } from '@react-email/body';
import { Container } from '@react-email/container';
import { Head } from '@react-email/head';
import { Heading } from '@react-email/heading';
import { Html } from '@react-email/html';
import { renderToStaticMarkup } from 'react-dom/server';
import site from '#content/site.yaml';
import { mailStyle } from './mail-style.ts';

/** What every mail stands in. */
export function MailFrame({
  title,
  children,
}: {
  readonly title: string;
  readonly children: React.ReactNode;
}) {
  return (
    <Html lang={site.language}>
      <Head>
        <title>{title}</title>
      </Head>
      <Body style={mailStyle.body}>
        <Container style={mailStyle.container}>
          <Heading style={mailStyle.heading}>{title}</Heading>
          {children}
        </Container>
      </Body>
    </Html>
  );
}

/** The HTML of a mail. React escapes whatever somebody typed. */
export const mailHtmlOf = (mail: React.ReactElement) => `<!doctype html>${renderToStaticMarkup(mail)}`;
