/** Returns an observance of a zone definition: when its clocks change, and from which offset to which. */
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

/** Returns a zone definition: UTC+1, and UTC+2 in summer. */
export const ownZone = (tzid: string) => [
  'BEGIN:VTIMEZONE',
  `TZID:${tzid}`,
  ...observance('STANDARD', '19701025T030000', '+0200', '+0100', 'FREQ=YEARLY;BYMONTH=10;BYDAY=-1SU'),
  ...observance('DAYLIGHT', '19700329T020000', '+0100', '+0200', 'FREQ=YEARLY;BYMONTH=3;BYDAY=-1SU'),
  'END:VTIMEZONE',
];
