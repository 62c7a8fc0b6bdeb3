import { type LanguageModule, NO_ABBREVIATIONS } from '../language.ts'

/** Numbers are left to the engine. */
export const sinhala: LanguageModule = {
  name: 'Sinhala',
  locale: 'si',
  defaultCountry: 'LK',
  hasSpaces: true,
  sentences: NO_ABBREVIATIONS,
  phraseOpeners: new Set(),
  hasWordTimes: false,
  hasLexicon: false,
  warmUpPhrase: 'සුබ උදෑසනක්.',
  greeting: 'ආයුබෝවන්! ඔබව හමුවීම සතුටක්. අද මට ඔබට උදව් කළ හැක්කේ කෙසේද?',
  trialText: 'පරණ පාලම ළඟ හමුවෙමු. දුම්රිය හතට පිටත් වෙනවා, වැස්සේ බලාගෙන ඉන්න කවුරුත් කැමති නැහැ.',
}
