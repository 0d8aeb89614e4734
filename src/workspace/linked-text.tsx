import { linkPartsOf } from '#src/platform/link-parts.ts';

/** A typed text whose web and email addresses are links. React escapes it. */
export const LinkedText = ({ text }: { readonly text: string }) =>
  linkPartsOf(text).map(({ text: part, href }, index) =>
    href === null ? (
      part
    ) : (
      <a
        key={index}
        href={href}
        rel="noopener nofollow"
        target={href.startsWith('http') ? '_blank' : undefined}
      >
        {part}
      </a>
    ),
  );
