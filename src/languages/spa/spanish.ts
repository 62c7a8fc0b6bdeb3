import { type LanguageModule, NO_ABBREVIATIONS } from '../language.ts'
import { wordSet } from '../word-files.ts'

export const spanish: LanguageModule = {
  name: 'Spanish',
  locale: 'es',
  hasSpaces: true,
  sentences: {
    ...NO_ABBREVIATIONS,
    neverLast: wordSet('sr sra srta dr dra ud uds vd vds p.ej prof gral'),
    beforeNumber: wordSet('núm pág págs tel art cap'),
    sometimesLast: wordSet('etc av avda ee.uu s.a'),
    beforeLowerCase: wordSet('aprox máx mín depto dpto env ref obs ext int'),
  },
  phraseOpeners: wordSet(
    'y e o u pero que porque cuando donde si con sin para por de del en a al desde hasta entre sobre como',
  ),
  hasWordTimes: true,
  hasLexicon: false,
  warmUpPhrase: 'Buenos días.',
}
