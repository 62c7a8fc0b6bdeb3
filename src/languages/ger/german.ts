import { type LanguageModule, NO_ABBREVIATIONS } from '../language.ts'
import { wordSet } from '../word-files.ts'

export const german: LanguageModule = {
  name: 'German',
  locale: 'de',
  hasSpaces: true,
  sentences: {
    ...NO_ABBREVIATIONS,
    neverLast: wordSet('hr fr dr prof z.b d.h u.a bzw ca inkl evtl str nr'),
    beforeNumber: wordSet('s abs art bd kap tel'),
    sometimesLast: wordSet('usw etc jh'),
    beforeLowerCase: wordSet('ord inkl exkl ggf bspw evtl etw gem insb sog lat geb gest verh tel temp zus allg bes'),
    hasDottedOrdinals: true,
  },
  phraseOpeners: wordSet(
    'und oder aber dass weil wenn wo ob mit ohne für von vom in im an am auf bis zwischen über als wie zu zum',
  ),
  hasWordTimes: false,
  hasLexicon: false,
  warmUpPhrase: 'Guten Tag.',
}
