const ENTITY = /&(?:#(\d{1,7})|#[xX]([0-9a-fA-F]{1,6})|([A-Za-z]{2,8}));/y
const NAMED_ENTITIES: ReadonlyMap<string, string> = new Map([
  ['amp', '&'],
  ['lt', '<'],
  ['gt', '>'],
  ['quot', '"'],
  ['apos', "'"],
  ['nbsp', ' '],
  ['ndash', '–'],
  ['mdash', '—'],
  ['hellip', '…'],
  ['lsquo', '‘'],
  ['rsquo', '’'],
  ['ldquo', '“'],
  ['rdquo', '”'],
  ['copy', '©'],
  ['reg', '®'],
  ['trade', '™'],
  ['deg', '°'],
  ['euro', '€'],
  ['pound', '£'],
  ['yen', '¥'],
  ['cent', '¢'],
  ['times', '×'],
  ['divide', '÷'],
  ['plusmn', '±'],
  ['frac12', '½'],
  ['frac14', '¼'],
  ['frac34', '¾'],
  ['bull', '•'],
  ['middot', '·'],
  ['sect', '§'],
  ['para', '¶'],
  ['micro', 'µ'],
  ['shy', '\u00ad'],
  ['ensp', ' '],
  ['emsp', ' '],
  ['thinsp', ' '],
  ['prime', '′'],
  ['Prime', '″'],
  ['laquo', '«'],
  ['raquo', '»'],
  ['rarr', '→'],
  ['larr', '←'],
  ['minus', '−'],
  ['ne', '≠'],
  ['le', '≤'],
  ['ge', '≥'],
  ['asymp', '≈'],
  ['infin', '∞'],
  ['sup2', '²'],
  ['sup3', '³'],
  ['pi', 'π'],
  ['hearts', '♥'],
  ['szlig', 'ß'],
  ['aelig', 'æ'],
  ['AElig', 'Æ'],
  ['oelig', 'œ'],
  ['OElig', 'Œ'],
  ['oslash', 'ø'],
  ['Oslash', 'Ø'],
  ['iexcl', '¡'],
  ['iquest', '¿'],
  ['ordf', 'ª'],
  ['ordm', 'º'],
])

const ACCENTS: Readonly<Record<string, string>> = {
  grave: '\u0300',
  acute: '\u0301',
  circ: '\u0302',
  tilde: '\u0303',
  uml: '\u0308',
  ring: '\u030a',
  caron: '\u030c',
  cedil: '\u0327',
}

/** `eacute`: é */
function accentedLetter(name: string): string | undefined {
  const accent = ACCENTS[name.slice(1)]
  const letter = accent && (name.charAt(0) + accent).normalize('NFC')
  return letter?.length === 1 ? letter : undefined
}

/** The character that an HTML entity at a place stands for. */
export function decodeEntity(source: string, at: number): { character: string; length: number } | undefined {
  ENTITY.lastIndex = at
  const match = ENTITY.exec(source)
  if (match === null) return undefined
  const [whole, decimal, hex, name] = match
  if (name !== undefined) {
    const character = NAMED_ENTITIES.get(name) ?? accentedLetter(name)
    return character === undefined ? undefined : { character, length: whole.length }
  }
  const code = decimal === undefined ? Number.parseInt(hex as string, 16) : Number(decimal)
  return code > 0x10ffff ? undefined : { character: String.fromCodePoint(code), length: whole.length }
}
