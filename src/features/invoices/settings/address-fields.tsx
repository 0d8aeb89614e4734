import words from '#content/invoice-settings.yaml';
import { locale } from '#src/studio/locale.ts';
import { SelectField, TextAreaField, TextField } from '#src/ui/field.tsx';
import { countryNameOf } from './printed-text.ts';
import { countryCodes } from './official-numbers.ts';

const countries = countryCodes
  .map((code) => ({ value: code, label: countryNameOf(code) }))
  .toSorted((a, b) => a.label.localeCompare(b.label, locale));

const { studio: text } = words;

type AddressField = 'street' | 'postalCode' | 'city' | 'country' | 'vatId';

/** Renders the fields of an address and VAT number. */
export function AddressFields({
  of,
  isNeeded,
}: {
  /** Returns the id, value and error of a field. */
  readonly of: (name: AddressField) => {
    readonly id: string;
    readonly name: string;
    readonly defaultValue: string;
    readonly error: string | undefined;
  };
  readonly isNeeded: boolean;
}) {
  const mark = isNeeded ? undefined : words.optional;
  return (
    <>
      <TextAreaField {...of('street')} label={text.street} optionalMark={mark} rows={2} dir="auto" />
      <TextField {...of('postalCode')} label={text.postalCode} optionalMark={words.optional} />
      <TextField {...of('city')} label={text.city} optionalMark={mark} dir="auto" />
      <SelectField
        {...of('country')}
        label={text.country}
        optionalMark={mark}
        options={[{ value: '', label: text.chooseCountry }, ...countries]}
      />
      <TextField {...of('vatId')} label={text.vatId} optionalMark={words.optional} spellCheck={false} />
    </>
  );
}
