import { Command } from 'commander'
import { type PronounceParts, pronounceWord } from '../app/dictionary/pronounce-word.ts'
import type { Pronunciation } from '../core/lexicon.ts'
import { formatPhonetic } from '../text/phonetic-alphabet.ts'
import { STDIN, textsGiven } from './read-text.ts'
import { formatTable } from './table.ts'
import { UsageError } from './usage-error.ts'

interface PronouncedWord {
  readonly word: string
  readonly pronunciations: readonly Pronunciation[]
}

interface PronounceOptions {
  readonly json?: true
  readonly file?: string
}

export const pronounceCommand = (openParts: () => Promise<PronounceParts>, signal: AbortSignal): Command =>
  new Command('pronounce')
    .description('print the pronunciations of English words and their source')
    .argument('[word...]', 'words to look up (default or -: lines of standard input)')
    .option('-f, --file <file>', 'read lines of a file; - is standard input')
    .option('--json', 'print JSON')
    .action(async (words: readonly string[], { json, file }: PronounceOptions, command: Command) => {
      if (words.length > 0 && words.every((word) => word.trim() === '')) throw new UsageError('the word is empty')
      const isList = words.length > 1 || (words.length === 1 && words[0] !== STDIN)
      const given = textsGiven({ words, file }, signal) ?? command.help({ error: true })
      const lines = isList ? words : given
      const parts = await openParts()
      const pronounced: PronouncedWord[] = []
      for await (const line of lines) {
        const word = line.trim()
        if (word !== '') pronounced.push({ word, pronunciations: pronounceWord(word, parts) })
      }
      process.stdout.write(json ? asJson(pronounced) : asTable(pronounced))
    })

const asTable = (pronounced: readonly PronouncedWord[]): string =>
  formatTable(
    ['WORD', 'ARPABET', 'PHONEMES', 'SOURCE'],
    pronounced.flatMap(({ word, pronunciations }) =>
      pronunciations.length === 0
        ? [[word, 'not spoken']]
        : pronunciations.map(({ phonemes, source }, i) => [
            i === 0 ? word : '',
            phonemes.join(' '),
            `{${formatPhonetic(phonemes)}}`,
            source,
          ]),
    ),
  )

const asJson = (pronounced: readonly PronouncedWord[]): string =>
  `${JSON.stringify(
    pronounced.map(({ word, pronunciations }) => ({
      word,
      pronunciations: pronunciations.map(({ phonemes, source }) => ({
        arpabet: phonemes.join(' '),
        phonemes: `{${formatPhonetic(phonemes)}}`,
        source,
      })),
    })),
    null,
    2,
  )}\n`
