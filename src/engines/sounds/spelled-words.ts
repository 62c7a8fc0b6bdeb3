import anyAscii from 'any-ascii'

/** Maximum length; spelled out, this takes some 30 s. */
const MAX_CHARACTERS = 80
/** Maximum UTF-16 units read; a unit may fold to nothing or to several letters. */
const MAX_UNITS = 400

const PICTURES = /[\p{Emoji_Presentation}\p{Extended_Pictographic}\p{Emoji_Modifier}]/gu
const INVISIBLE = /[\u0300-\u036f\p{Me}\p{Cf}]/gu

const NAMES: ReadonlyMap<string, readonly string[]> = new Map(
  [
    ...['a EY1', 'b B IY1', 'c S IY1', 'd D IY1', 'e IY1', 'f EH1 F', 'g JH IY1', 'h EY1 CH', 'i AY1', 'j JH EY1'],
    ...['k K EY1', 'l EH1 L', 'm EH1 M', 'n EH1 N', 'o OW1', 'p P IY1', 'q K Y UW1', 'r AA1 R', 's EH1 S', 't T IY1'],
    ...['u Y UW1', 'v V IY1', 'w D AH1 B AH0 L Y UW0', 'x EH1 K S', 'y W AY1', 'z Z IY1'],
    ...['0 Z IH1 R OW0', '1 W AH1 N', '2 T UW1', '3 TH R IY1', '4 F AO1 R', '5 F AY1 V', '6 S IH1 K S'],
    ...['7 S EH1 V AH0 N', '8 EY1 T', '9 N AY1 N'],
    ...['& AE1 N D', '+ P L AH1 S', '@ AE1 T', '= IY1 K W AH0 L Z', '% P ER0 S EH1 N T', '$ D AA1 L ER0'],
    ...['# N AH1 M B ER0'],
  ].map((line): [string, readonly string[]] => [line.charAt(0), line.slice(2).split(' ')]),
)

/** Names of a word's letters, digits and signs, one by one; empty if none of them can be spoken. */
export function spellWord(word: string): (readonly string[])[] {
  // Folding would spell out names of pictures, and digits for some combining marks.
  const readable = word.slice(0, MAX_UNITS).normalize('NFC').replace(PICTURES, ' ').replace(INVISIBLE, '')
  const characters = [...anyAscii(readable).toLowerCase()].filter((character) => NAMES.has(character))
  return characters.slice(0, MAX_CHARACTERS).map((character) => NAMES.get(character) as readonly string[])
}
