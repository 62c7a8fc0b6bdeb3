import { isVowel } from '../../core/phonemes.ts'

/** How English spells the sounds of letters that would lose them with their accents. */
const SOUNDS: ReadonlyMap<string, string> = new Map(
  Object.entries({
    ñ: 'ny',
    ń: 'ny',
    ň: 'ny',
    ç: 's',
    š: 'sh',
    ş: 'sh',
    ș: 'sh',
    ś: 'sh',
    č: 'ch',
    ć: 'ch',
    ž: 'zh',
    ż: 'zh',
    ź: 'zh',
    ř: 'rzh',
    ţ: 'ts',
    ț: 'ts',
    ł: 'w',
    đ: 'j',
    ğ: '',
    ą: 'on',
    ę: 'en',
    ã: 'an',
    õ: 'on',
    ě: 'ye',
    å: 'o',
    þ: 'th',
    ð: 'th',
    ß: 'ss',
  }),
)
const SOUNDING = new RegExp(`[${[...SOUNDS.keys()].join('')}]`, 'gu')

/** What a pronunciation must have if the word has the letter. */
const REQUIRED: readonly (readonly [RegExp, RegExp])[] = [
  [/ñ/, /(?:^| )N Y /],
  [/[šşșś]/, /(?:^| )SH(?: |$)/],
  [/[čć]/, /(?:^| )CH(?: |$)/],
  [/[žżź]/, /(?:^| )(?:ZH|JH)(?: |$)/],
  [/ç/, /(?:^| )S(?: |$)/],
  [/[éèëêáíóúãõ]$/, /\d$/],
]

/** Whether a pronunciation of the word without its accents can be that of the word with them. */
export function fitsAccents(accented: string, phonemes: readonly string[]): boolean {
  const said = phonemes.join(' ')
  return REQUIRED.every(([letter, sound]) => !letter.test(accented) || sound.test(said))
}

/** For the prediction: `quiñoa` is read as `quinyoa`, and `Anouké` ends as `day` does. */
export const respelled = (accented: string): string =>
  accented
    .replace(/ão$/, 'ow')
    .replace(SOUNDING, (letter) => SOUNDS.get(letter) ?? letter)
    .replace(/(?<=[a-z]{2})ée?$/, 'ay')
    .replace(/(?<=[a-z])ë$/, 'ee')

/** Where Spanish and Portuguese write the stress that their rules do not tell: `Rubén`, `Falcón`, `Benítez`, `Cárdenas`. */
const STRESSED =
  /^[^áéíóú]*([áéíóú])(?:[nsz]?|[aeo]s?|[bcdfghjlmnpqrstvxyzñ]{1,3}[aeiou]z|[bcdfghjlmnpqrstvxyzñ]{1,3}[iu]?[aeiou][bcdfghjlmnpqrstvxyzñ]{1,3}[iu]?[aeo][sn]?)$/
/** Languages that write long vowels so have these letters, and those have not. */
const OTHER_LANGUAGE = /[kwýőűöüäčřšžůěðþæøå]|cs|sz|zs|gy|ae|bh|mh|gh/
const VOWELS: Readonly<Record<string, string>> = { á: 'AA', é: 'EH', í: 'IY', ó: 'OW', ú: 'UW' }

/** Puts the stress on the vowel that carries it in writing. */
export function stressByAccent(accented: string, phonemes: readonly string[]): readonly string[] {
  const [, letter = ''] = (OTHER_LANGUAGE.test(accented) ? null : STRESSED.exec(accented)) ?? []
  if (letter === '') return phonemes
  const rest = accented.slice(accented.indexOf(letter) + 1)
  const after = rest.match(/(?<=q)u|[iu]?[aeo]|[iu]/g)?.length ?? 0
  const places = phonemes.flatMap((phoneme, at) => (isVowel(phoneme) ? [at] : []))
  const place = places.at(-1 - after)
  if (place === undefined || phonemes[place]?.endsWith('1')) return phonemes
  const vowel = letter === 'é' && rest === '' ? 'EY' : VOWELS[letter]
  return phonemes.map((phoneme, at) => (at === place ? `${vowel}1` : phoneme.replace('1', at < place ? '2' : '0')))
}
