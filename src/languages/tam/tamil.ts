import { type LanguageModule, NO_ABBREVIATIONS } from '../language.ts'

/** Numbers are left to the engine. */
export const tamil: LanguageModule = {
  name: 'Tamil',
  locale: 'ta',
  defaultCountry: 'IN',
  hasSpaces: true,
  sentences: NO_ABBREVIATIONS,
  phraseOpeners: new Set(),
  hasWordTimes: false,
  hasLexicon: false,
  warmUpPhrase: 'காலை வணக்கம்.',
  greeting: 'வணக்கம்! உங்களைச் சந்தித்ததில் மகிழ்ச்சி. இன்று நான் உங்களுக்கு எப்படி உதவலாம்?',
  trialText: 'பழைய பாலத்தின் அருகே சந்திப்போம். ரயில் ஏழு மணிக்குப் புறப்படுகிறது, மழையில் காத்திருக்க யாருக்கும் பிடிக்காது.',
}
