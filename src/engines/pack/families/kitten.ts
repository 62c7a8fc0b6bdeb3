import { espeakIpa } from './ipa.ts'
import type { StyleFamily } from './style-model.ts'

const SYMBOLS = [
  ...'$;:,.!?¡¿—…"«»“” ',
  ...'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz',
  ...'ɑɐɒæɓʙβɔɕçɗɖðʤəɘɚɛɜɝɞɟʄɡɠɢʛɦɧħɥʜɨɪʝɭɬɫɮʟɱɯɰŋɳɲɴøɵɸθœɶʘɹɺɾɻʀʁɽʂʃʈʧʉʊʋⱱʌɣɤʍχʎʏʑʐʒʔʡʕʢǀǁǂǃˈˌːˑʼʴʰʱʲʷˠˤ˞↓↑→↗↘',
  "'",
  '\u0329',
  "'",
  'ᵻ',
]
/** Of a symbol that occurs twice the last id counts, as in the model's own table. */
const KITTEN_IDS: ReadonlyMap<string, number> = new Map(SYMBOLS.map((symbol, id) => [symbol, id]))

const UNKNOWN_SOUND = 'ə'
const PAD = 0
const END = 10

/** Kitten 0.1 (one style a speaker) and 0.8 (a style for each length). Phonemes are those of eSpeak's American English. */
export const KITTEN: StyleFamily = {
  maxTokens: 400,
  defaultRtf: 0.3,
  ids: KITTEN_IDS,
  symbolsOf: ({ sounds, isLight }) =>
    [...sounds.map((sound) => espeakIpa(sound, { accent: 'eng-US', isLight })).join('')]
      .map((symbol) => (KITTEN_IDS.has(symbol) ? symbol : UNKNOWN_SOUND))
      .join(''),
  spaceBeforeMark: true,
  ends: (styleRows) => ({ start: [PAD], end: styleRows === 1 ? [PAD] : [END, PAD] }),
  earlierMs: 0,
  tonesHz: [],
}
