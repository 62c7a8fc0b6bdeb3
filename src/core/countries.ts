const REGION_NAMES = new Intl.DisplayNames('en', { type: 'region' })
const SHORT_REGION_NAMES = new Intl.DisplayNames('en', { type: 'region', style: 'short' })

/** Countries of voices by their ISO 3166 codes, with what else people and the catalogue call them and their people. */
const WORDS: Readonly<Record<string, string>> = {
  AR: 'Argentine Argentinian',
  AT: 'Austrian',
  AU: 'AUS Australian Aussie',
  BR: 'Brazilian',
  CA: 'Canadian',
  CL: 'Chilean',
  CO: 'Colombian',
  DE: 'German',
  DO: 'Dominican',
  EC: 'Equador Ecuadorian',
  EG: 'Egyptian',
  ES: 'Spanish Castilian',
  FR: 'French',
  GB: 'UK England English British Britain',
  IE: 'Irish',
  IL: 'Israeli',
  IN: 'Indian',
  IT: 'Italian',
  JP: 'Japanese',
  MX: 'Mexican',
  NL: 'Dutch Holland',
  PE: 'Peruvian',
  PS: 'Palestine Palestinian',
  SG: 'Singaporean',
  US: 'USA America American',
  VE: 'Venezuelan',
  ZA: 'South African',
}

const CODES = new Map(
  Object.entries(WORDS).flatMap(([code, words]) =>
    [code, REGION_NAMES.of(code) ?? code, ...words.split(' ')].map((word) => [word.toLowerCase(), code]),
  ),
)

/** The code of a country as the catalogue writes it: `GB`, `UK` or `England`. */
export const countryCode = (country: string): string => CODES.get(country.toLowerCase()) ?? country

const nameIn = (names: Intl.DisplayNames, country: string): string => {
  const code = countryCode(country)
  return /^[A-Z]{2}$/.test(code) ? (names.of(code) ?? code) : code
}

/** "United Kingdom". */
export const countryName = (country: string): string => nameIn(REGION_NAMES, country)

/** "UK". */
export const shortCountryName = (country: string): string => nameIn(SHORT_REGION_NAMES, country)

/** What people call a country and its people. */
export const wordsOfCountry = (country: string): string =>
  `${countryName(country)} ${WORDS[countryCode(country)] ?? ''}`
