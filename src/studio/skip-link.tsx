import system from '#content/system.yaml';

/** The way past the header, at its beginning, so that it lies in a landmark. */
export const SkipLink = () => (
  <a className="skip" href="#main">
    {system.skipLink}
  </a>
);
