import type { Language } from '../../src/core/language.ts'
import { spokenText } from '../../src/text/spoken-tokens.ts'
import type { Row } from '../report.ts'
import type { Scenario } from '../scenario.ts'
import { ENGLISH_SENTENCES, PROSE } from '../texts.ts'

const RUNS = 5
const BYTES = 1_000_000

interface Text {
  readonly name: string
  readonly language: Language
  readonly piece: string
}

/** Prose of each language; in English, text with numbers and names, and adversarial texts, too. */
const TEXTS: readonly Text[] = [
  { name: 'prose', language: 'eng', piece: `${ENGLISH_SENTENCES.join(' ')}\n\n` },
  ...Object.entries(PROSE).map(([language, sentences]): Text => {
    const piece = `${sentences.join(language === 'jpn' ? '' : ' ')}\n\n`
    return { name: `prose, ${language}`, language: language as Language, piece }
  }),
  ...Object.entries({
    'numbers and dates': 'On 10/12/2024 at 3:05 p.m., $1,045.96 was due for 5 km; call (213) 555-9274 ext. 42. ',
    'digits without end': '1234567890',
    brackets: '((((',
    slashes: '1/2/3/4/',
    'dots and letters': 'a.b.',
  }).map(([name, piece]): Text => ({ name, language: 'eng', piece })),
]

/** Measured in this process, without the service around it. */
export const normalization: Scenario = {
  name: 'normalization',
  summary: 'text to spoken words, on one core',
  isLong: false,
  run: async ({ isSmoke, tell }) => {
    const bytes = isSmoke ? BYTES / 10 : BYTES
    const rows = TEXTS.map(({ name, language, piece }): Row => {
      tell(name)
      const text = piece.repeat(Math.ceil(bytes / Buffer.byteLength(piece)))
      spokenText(text.slice(0, text.length / 10), undefined, language) // V8 compiles what is hot
      const secondsOfRuns = Array.from({ length: isSmoke ? 1 : RUNS }, () => {
        // Of the processor, so that other programs do not count.
        const { user, system } = process.cpuUsage()
        spokenText(text, undefined, language)
        const used = process.cpuUsage()
        return (used.user + used.system - user - system) / 1e6
      }).sort((a, b) => a - b)
      const seconds = secondsOfRuns[Math.floor(secondsOfRuns.length / 2)] as number
      return { text: name, failures: 0, megabytesPerSecond: Buffer.byteLength(text) / 1e6 / seconds }
    })
    const columns = [
      { key: 'text', heading: 'text' },
      { key: 'megabytesPerSecond', heading: 'MB/s: median', digits: 2 },
    ]
    return [{ title: 'Normalization, 1 MB at a time', columns, rows }]
  },
}
