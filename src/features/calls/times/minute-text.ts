const twoDigits = (count: number) => String(count).padStart(2, '0');

/** A minute of the day as clocks show it: "09:30"; midnight at a day's end is "24:00". */
export const minuteText = (minute: number) =>
  `${twoDigits(Math.floor(minute / 60))}:${twoDigits(minute % 60)}`;
