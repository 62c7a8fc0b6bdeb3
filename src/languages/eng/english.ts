import type { LanguageModule } from '../language.ts'
import { normalizeEnglish } from './normalize-english.ts'
import { sentenceRules } from './sentence-rules.ts'
import { englishWords } from './word-lists.ts'

export const english: LanguageModule = {
  name: 'English',
  locale: 'en',
  defaultCountry: 'US',
  hasSpaces: true,
  sentences: sentenceRules,
  phraseOpeners: englishWords.list('phrase-openers'),
  hasWordTimes: true,
  hasLexicon: true,
  // Longer than the others, so that V8 compiles what runs most.
  warmUpPhrase: 'A fox ran over the hill, and nobody saw it go. Was it the third or the fourth one this morning?',
  greeting: 'Hello! Nice to meet you. How can I help you today?',
  trialText:
    'Please meet me near the old bridge. The evening train leaves at seven, and nobody likes to wait in the rain.',
  normalizer: normalizeEnglish,
}
