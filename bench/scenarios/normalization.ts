import { spokenText } from '../../src/text/spoken-tokens.ts'
import type { Row } from '../report.ts'
import type { Scenario } from '../scenario.ts'
import { ENGLISH_SENTENCES } from '../texts.ts'

const RUNS = 5
const CHARACTERS = 1_000_000

/** Ordinary text with numbers and names, and adversarial texts. */
const TEXTS: Readonly<Record<string, string>> = {
  prose: `${ENGLISH_SENTENCES.join(' ')}\n\n`,
  'numbers and dates': 'On 10/12/2024 at 3:05 p.m., $1,045.96 was due for 5 km; call (213) 555-9274 ext. 42. ',
  'digits without end': '1234567890',
  brackets: '((((',
  slashes: '1/2/3/4/',
  'dots and letters': 'a.b.',
}

/** Measured in this process, without the service around it. */
export const normalization: Scenario = {
  name: 'normalization',
  summary: 'English text to spoken words, on one core',
  isLong: false,
  run: async ({ isSmoke, tell }) => {
    const characters = isSmoke ? CHARACTERS / 10 : CHARACTERS
    const rows = Object.entries(TEXTS).map(([name, piece]): Row => {
      tell(name)
      const text = piece.repeat(Math.ceil(characters / piece.length)).slice(0, characters)
      spokenText(text.slice(0, characters / 10)) // V8 compiles what is hot
      const secondsOfRuns = Array.from({ length: isSmoke ? 1 : RUNS }, () => {
        const startedAt = performance.now()
        spokenText(text)
        return (performance.now() - startedAt) / 1000
      }).sort((a, b) => a - b)
      const seconds = secondsOfRuns[Math.floor(secondsOfRuns.length / 2)] as number
      return { text: name, failures: 0, megabytesPerSecond: characters / 1e6 / seconds }
    })
    const columns = [
      { key: 'text', heading: 'text' },
      { key: 'megabytesPerSecond', heading: 'MB/s: median', digits: 2 },
    ]
    return [{ title: 'Normalization, 1 MB at a time', columns, rows }]
  },
}
