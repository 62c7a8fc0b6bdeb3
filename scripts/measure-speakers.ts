/**
 * Measures each speaker of aria, and each mixture that the catalogue may use, at its own pitch. Run it after a change to the
 * networks. It writes two files: the figures by which `voices:assign` chooses to scripts/aria-bases.json, and how far
 * questions rise to docs/aria.md.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Language } from '../src/core/language.ts'
import { ariaEngine } from '../src/engines/aria/aria-engine.ts'
import { mixtureOf, type Speaker } from '../src/engines/aria/mixture.ts'
import { openLexicon } from '../src/lexicon/open-lexicon.ts'
import { createPronouncer } from '../src/lexicon/pronounce-utterance.ts'
import { parseCatalogueRows } from '../src/voices/catalogue-file.ts'
import type { BaseFigures } from './aria-points.ts'
import { engineBases } from './engine-bases.ts'
import { measureQuestions, withQuestionSection } from './measure-questions.ts'
import { measuredSentence, measureVoice } from './measure-voice.ts'
import { semitones } from './timbre-space.ts'

const FILE = fileURLToPath(new URL('aria-bases.json', import.meta.url))
const PAGE = fileURLToPath(new URL('../docs/aria.md', import.meta.url))
const CATALOGUE = new URL('../voices/catalogue.tsv', import.meta.url)

const { speakers } = JSON.parse(readFileSync(new URL('../voices/aria/voice.json', import.meta.url), 'utf8')) as {
  readonly speakers: readonly Speaker[]
}
/** The language in which each base is heard: of a speaker its own, of a mixture that of the voices that use it. */
const languages = new Map<string, Language>(
  speakers.map(({ name, language }) => [name, language.slice(0, 3) as Language]),
)
for (const row of parseCatalogueRows(readFileSync(CATALOGUE, 'utf8'))) {
  for (const { base } of engineBases(row).aria) if (!languages.has(base)) languages.set(base, row.language as Language)
}
const pronounce = createPronouncer(openLexicon())
const rounded = (value: number, digits: number): number => Number(value.toFixed(digits))
const figures: Record<string, BaseFigures> = {}
using engine = await ariaEngine.load()
for (const [base, language] of languages) {
  const { pitchMeanHz } = mixtureOf(base, speakers)
  const timbre = { formantRatio: 1, pitchMeanHz, pitchRangeRatio: 1, rateRatio: 1, brightnessDb: 0 }
  const utterance = pronounce(measuredSentence(language))
  const { pitch, durationS, envelope } = await measureVoice({ engine: 'aria', base, timbre }, engine, utterance)
  figures[base] = {
    offsetSemitones: rounded(semitones(pitch.medianHz / pitchMeanHz), 2),
    spreadSemitones: rounded(pitch.spreadSemitones, 2),
    durationS: rounded(durationS, 2),
    envelopeDb: envelope.map((level) => rounded(level, 1)),
  }
}
const lines = Object.entries(figures).map(([base, of]) => `  ${JSON.stringify(base)}: ${JSON.stringify(of)}`)
writeFileSync(FILE, `{\n${lines.join(',\n')}\n}\n`)
writeFileSync(PAGE, withQuestionSection(readFileSync(PAGE, 'utf8'), await measureQuestions(speakers)))
