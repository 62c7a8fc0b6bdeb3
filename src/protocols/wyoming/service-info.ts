import type { Catalogue, Voice } from '../../core/voice.ts'
import { LANGUAGE_MODULES } from '../../languages/languages.ts'
import { SERVED_MODEL } from './voice-choice.ts'

const ATTRIBUTION = { name: 'Hoarfrost', url: '' }

/** Data of the event `info`: one program with the voices of the served model. */
export const serviceInfo = (catalogue: Catalogue) => ({
  tts: [
    {
      name: 'Hoarfrost',
      attribution: ATTRIBUTION,
      installed: true,
      description: 'Hoarfrost text-to-speech',
      version: null,
      supports_synthesize_streaming: true,
      voices: voiceRecords(catalogue.ofModel(SERVED_MODEL)),
    },
  ],
})

/** One record for each name; a name may speak several languages. */
function voiceRecords(voices: readonly Voice[]) {
  const byName = new Map<string, Voice[]>()
  for (const voice of voices) byName.set(voice.speaker, [...(byName.get(voice.speaker) ?? []), voice])
  return [...byName].map(([name, namesakes]) => ({
    name,
    attribution: ATTRIBUTION,
    installed: true,
    description: describe(namesakes[0] as Voice),
    version: null,
    languages: namesakes.map(({ language }) => LANGUAGE_MODULES[language].locale),
  }))
}

/** `Luna (Female, Adult, US)`: Home Assistant shows it instead of the name. */
const describe = ({ speaker, gender, age, country }: Voice): string =>
  `${speaker.charAt(0).toUpperCase()}${speaker.slice(1)} (${[gender, age, country].filter(Boolean).join(', ')})`
