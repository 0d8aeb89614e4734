import { Link } from '@react-email/link';
import { mailStyle } from './mail-style.ts';

// An address on the web up to what ends its sentence.
const address = /(https?:\/\/[^\s<>"]*[^\s<>"'.,;:!?)\]}])/;

/** Typed text in a mail, with what is an address on the web as a link. */
export const Linked = ({ text }: { readonly text: string }) =>
  text.split(address).map((part, index) =>
    index % 2 === 0 ? (
      part
    ) : (
      <Link key={index} href={part} style={mailStyle.link}>
        {part}
      </Link>
    ),
  );
