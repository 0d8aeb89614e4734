// Email clients support neither custom properties nor oklch, so the colour tokens are repeated here in hexadecimal.
const ink = '#191712';
const inkDim = '#4a4840';
const paper = '#fbfbf9';
const paperLine = '#c7c8c0';

const sans = "Archivo, Arial, 'Helvetica Neue', sans-serif";
const score = "'STIX Two Text', Georgia, 'Times New Roman', serif";

/** The styles of every email. */
export const mailStyle = {
  body: { margin: 0, padding: '32px 16px', background: paper, color: ink, fontFamily: score },
  container: { width: '100%', maxWidth: '600px', margin: '0 auto' },
  heading: { margin: '0 0 16px', fontFamily: sans, fontSize: '24px', fontWeight: 500, lineHeight: '28px' },
  subheading: {
    margin: '24px 0 4px',
    fontFamily: sans,
    fontSize: '17px',
    fontWeight: 500,
    lineHeight: '22px',
  },
  text: { margin: '0 0 16px', fontSize: '17px', lineHeight: '26px' },
  item: { margin: '0 0 10px', fontSize: '16px', lineHeight: '23px' },
  pictured: { margin: '4px 0 14px' },
  picture: { width: '76px', lineHeight: '0' },
  caption: { fontSize: '14px', lineHeight: '20px', color: inkDim },
  small: { margin: '0 0 8px', fontSize: '14px', lineHeight: '20px', color: inkDim },
  link: { color: ink, textDecoration: 'underline' },
  buttonLine: { margin: '8px 0 24px' },
  quote: {
    margin: '0 0 16px',
    padding: '0 0 0 16px',
    borderLeft: `2px solid ${paperLine}`,
    fontSize: '16px',
    lineHeight: '24px',
    color: inkDim,
    whiteSpace: 'pre-wrap',
    overflowWrap: 'anywhere',
  },
  action: {
    display: 'inline-block',
    padding: '12px 24px',
    background: ink,
    color: paper,
    fontFamily: sans,
    fontSize: '16px',
    lineHeight: '20px',
    textDecoration: 'none',
  },
  code: { margin: '0 0 16px', fontFamily: sans, fontSize: '30px', lineHeight: '36px' },
  rule: { margin: '24px 0', border: 0, borderTop: `1px solid ${paperLine}` },
  label: {
    width: '150px',
    padding: '8px 16px 8px 0',
    borderTop: `1px solid ${paperLine}`,
    fontFamily: sans,
    fontSize: '15px',
    color: inkDim,
    verticalAlign: 'top',
    textAlign: 'left',
    fontWeight: 500,
  },
  value: {
    padding: '8px 0',
    borderTop: `1px solid ${paperLine}`,
    fontSize: '16px',
    lineHeight: '23px',
    whiteSpace: 'pre-wrap',
    overflowWrap: 'anywhere',
    verticalAlign: 'top',
  },
} as const satisfies Record<string, React.CSSProperties>;
