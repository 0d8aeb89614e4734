/** A part of a zone's definition: when its clocks are changed, and from which offset to which. */
export const observance = (
  kind: 'STANDARD' | 'DAYLIGHT',
  start: string,
  from: string,
  to: string,
  rule: string,
) => [
  `BEGIN:${kind}`,
  `DTSTART:${start}`,
  `RRULE:${rule}`,
  `TZOFFSETFROM:${from}`,
  `TZOFFSETTO:${to}`,
  `END:${kind}`,
];

/** The definition of a zone: an hour ahead of UTC, two in summer. */
export const ownZone = (tzid: string) => [
  'BEGIN:VTIMEZONE',
  `TZID:${tzid}`,
  ...observance('STANDARD', '19701025T030000', '+0200', '+0100', 'FREQ=YEARLY;BYMONTH=10;BYDAY=-1SU'),
  ...observance('DAYLIGHT', '19700329T020000', '+0100', '+0200', 'FREQ=YEARLY;BYMONTH=3;BYDAY=-1SU'),
  'END:VTIMEZONE',
];
