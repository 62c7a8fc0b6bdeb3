/**
 * Measures each speaker of aria at its own pitch. Run it after a change to the networks. It writes two files: the figures by
 * which `voices:assign` chooses speakers to scripts/aria-speakers.json, and how far questions rise to docs/voice.md.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Language } from '../src/core/language.ts'
import { ariaEngine } from '../src/engines/aria/aria-engine.ts'
import type { Speaker } from '../src/engines/aria/mixture.ts'
import { openLexicon } from '../src/lexicon/open-lexicon.ts'
import { createPronouncer } from '../src/lexicon/pronounce-utterance.ts'
import { measureQuestions, withQuestionSection } from './measure-questions.ts'
import { measuredSentence, measureVoice } from './measure-voice.ts'

const FILE = fileURLToPath(new URL('aria-speakers.json', import.meta.url))
const PAGE = fileURLToPath(new URL('../docs/voice.md', import.meta.url))

const { speakers } = JSON.parse(readFileSync(new URL('../voices/aria/voice.json', import.meta.url), 'utf8')) as {
  readonly speakers: readonly Speaker[]
}
const pronounce = createPronouncer(openLexicon())
const lines: string[] = []
using engine = await ariaEngine.load()
for (const { name, language, pitchMeanHz } of speakers) {
  const timbre = { formantRatio: 1, pitchMeanHz, pitchRangeRatio: 1, rateRatio: 1, brightnessDb: 0 }
  const utterance = pronounce(measuredSentence(language.slice(0, 3) as Language))
  const voice = { engine: 'aria', base: name, timbre }
  const { pitch, durationS, envelope } = await measureVoice(voice, engine, utterance)
  const figures = {
    pitchMeanHz,
    spreadSemitones: Number(pitch.spreadSemitones.toFixed(2)),
    durationS: Number(durationS.toFixed(2)),
    envelopeDb: envelope.map((level) => Number(level.toFixed(1))),
  }
  lines.push(`  ${JSON.stringify(name)}: ${JSON.stringify(figures)}`)
}
writeFileSync(FILE, `{\n${lines.join(',\n')}\n}\n`)
writeFileSync(PAGE, withQuestionSection(readFileSync(PAGE, 'utf8'), await measureQuestions(speakers)))
