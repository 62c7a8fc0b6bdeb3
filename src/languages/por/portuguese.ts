import { type LanguageModule, NO_ABBREVIATIONS } from '../language.ts'
import { wordSet } from '../word-files.ts'

export const portuguese: LanguageModule = {
  name: 'Portuguese',
  locale: 'pt',
  hasSpaces: true,
  sentences: {
    ...NO_ABBREVIATIONS,
    neverLast: wordSet('sr sra srta dr dra prof profa p.ex'),
    beforeNumber: wordSet('núm pág págs tel art cap'),
    sometimesLast: wordSet('etc av ltda s.a'),
    beforeLowerCase: wordSet('aprox máx mín depto ref obs ext int'),
  },
  phraseOpeners: wordSet(
    'e ou mas que porque quando onde se com sem para por de do da em no na a ao até entre sobre como',
  ),
  hasWordTimes: false,
  hasLexicon: false,
  warmUpPhrase: 'Bom dia.',
}
