/** The lengths of IBANs by country, from the SWIFT registry. */
const ibanLengths: Readonly<Record<string, number>> = Object.fromEntries(
  `AD24 AE23 AL28 AT20 AZ28 BA20 BE16 BG22 BH22 BI27 BR29 BY28 CH21 CR22 CY28 CZ24 DE22 DJ27 DK18 DO28 EE20 EG29 ES24 FI18
   FK18 FO18 FR27 GB22 GE22 GI23 GL18 GR27 GT28 HN28 HR21 HU28 IE22 IL23 IQ23 IS26 IT27 JO30 KW30 KZ20 LB28 LC32 LI21 LT20
   LU20 LV21 LY25 MC27 MD24 ME22 MK19 MN20 MR27 MT31 MU30 NI28 NL18 NO15 OM23 PK24 PL28 PS29 PT25 QA29 RO24 RS22 RU33 SA24
   SC31 SD18 SE24 SI19 SK24 SM27 SO23 ST25 SV28 TL23 TN24 TR26 UA29 VA22 VG24 XK20 YE30`
    .split(/\s+/)
    .map((entry) => [entry.slice(0, 2), Number(entry.slice(2))]),
);

const compact = (typed: string) => typed.replaceAll(/[\s.\-/]/gu, '').toUpperCase();

/** Returns the remainder of an IBAN by 97, with letters as numbers from 10 (ISO 13616). */
function remainderOf(iban: string): bigint {
  const digits = [...(iban.slice(4) + iban.slice(0, 4))]
    .map((letter) => Number.parseInt(letter, 36))
    .join('');
  return BigInt(digits) % 97n;
}

/** Returns a typed IBAN without spaces; null if its country, length or checksum is wrong. */
export function ibanOf(typed: string): string | null {
  const iban = compact(typed);
  if (!/^[A-Z]{2}\d{2}[A-Z0-9]+$/.test(iban) || ibanLengths[iban.slice(0, 2)] !== iban.length) return null;
  return remainderOf(iban) === 1n ? iban : null;
}

/**
 * Returns a typed account: an IBAN, or the number of an account in a country without them. Null if it starts as an IBAN and is none,
 * or has other characters than digits and separators.
 */
export function accountNumberOf(typed: string): string | null {
  const number = compact(typed);
  return /^\d{4,34}$/.test(number) ? number : ibanOf(typed);
}

/** Returns an IBAN in groups of four; another account number is returned as it is. */
export const accountText = (number: string) =>
  /^\d/.test(number) ? number : number.replaceAll(/(.{4})(?=.)/g, '$1 ');

/** Returns a typed BIC in capital letters; null if it is none (ISO 9362). */
export function bicOf(typed: string): string | null {
  const bic = compact(typed);
  return /^[A-Z]{6}[A-Z0-9]{2}(?:[A-Z0-9]{3})?$/.test(bic) ? bic : null;
}

/** The format behind the country's two letters, from the European Commission's list, with those of some neighbours. */
const vatFormats: Readonly<Record<string, RegExp>> = {
  AT: /^U\d{8}$/,
  BE: /^[01]?\d{9}$/,
  BG: /^\d{9,10}$/,
  CHE: /^\d{9}(?:MWST|TVA|IVA)?$/,
  CY: /^\d{8}[A-Z]$/,
  CZ: /^\d{8,10}$/,
  DE: /^\d{9}$/,
  DK: /^\d{8}$/,
  EE: /^\d{9}$/,
  EL: /^\d{9}$/,
  ES: /^[A-Z0-9]\d{7}[A-Z0-9]$/,
  FI: /^\d{8}$/,
  FR: /^[A-HJ-NP-Z0-9]{2}\d{9}$/,
  GB: /^(?:\d{9}|\d{12}|GD\d{3}|HA\d{3})$/,
  HR: /^\d{11}$/,
  HU: /^\d{8}$/,
  IE: /^(?:\d[A-Z0-9+*]\d{5}[A-Z]|\d{7}[A-Z]{1,2})$/,
  IT: /^\d{11}$/,
  LT: /^(?:\d{9}|\d{12})$/,
  LU: /^\d{8}$/,
  LV: /^\d{11}$/,
  MT: /^\d{8}$/,
  NL: /^[A-Z0-9+*]{12}$/,
  NO: /^\d{9}(?:MVA)?$/,
  PL: /^\d{10}$/,
  PT: /^\d{9}$/,
  RO: /^\d{2,10}$/,
  SE: /^\d{12}$/,
  SI: /^\d{8}$/,
  SK: /^\d{10}$/,
  XI: /^(?:\d{9}|\d{12}|GD\d{3}|HA\d{3})$/,
};

/**
 * Returns a typed VAT number without spaces; null if its format is wrong for the country that it starts with. Of other countries, any
 * 5 to 20 letters and digits. Whether it is assigned is not checked.
 */
export function vatIdOf(typed: string): string | null {
  const vatId = compact(typed);
  const country = Object.keys(vatFormats).find((code) => vatId.startsWith(code));
  if (country !== undefined) return vatFormats[country]?.test(vatId.slice(country.length)) ? vatId : null;
  return /^[A-Z0-9]{5,20}$/.test(vatId) ? vatId : null;
}

/** The countries of ISO 3166. */
export const countryCodes: readonly string[] =
  `AD AE AF AG AI AL AM AO AQ AR AS AT AU AW AX AZ BA BB BD BE BF BG BH BI BJ BL BM BN BO BQ BR BS BT BV BW BY BZ CA CC CD CF
   CG CH CI CK CL CM CN CO CR CU CV CW CX CY CZ DE DJ DK DM DO DZ EC EE EG EH ER ES ET FI FJ FK FM FO FR GA GB GD GE GF GG GH
   GI GL GM GN GP GQ GR GS GT GU GW GY HK HM HN HR HT HU ID IE IL IM IN IO IQ IR IS IT JE JM JO JP KE KG KH KI KM KN KP KR KW
   KY KZ LA LB LC LI LK LR LS LT LU LV LY MA MC MD ME MF MG MH MK ML MM MN MO MP MQ MR MS MT MU MV MW MX MY MZ NA NC NE NF NG
   NI NL NO NP NR NU NZ OM PA PE PF PG PH PK PL PM PN PR PS PT PW PY QA RE RO RS RU RW SA SB SC SD SE SG SH SI SJ SK SL SM SN
   SO SR SS ST SV SX SY SZ TC TD TF TG TH TJ TK TL TM TN TO TR TT TV TW TZ UA UG UM US UY UZ VA VC VE VG VI VN VU WF WS YE YT
   ZA ZM ZW`.split(/\s+/);
