import { writeFile } from 'node:fs/promises'
import { text as readText } from 'node:stream/consumers'
import { Command } from 'commander'
import { acceptDue, approveRequest, entryOf, rejectRequest, removeWord } from '../app/dictionary.ts'
import { readDictionaryFile, writeDictionaryFile } from '../app/dictionary-file.ts'
import type { DictionaryEntry, DictionaryRequest, OovWord } from '../core/dictionary.ts'
import { isSpeechError } from '../core/errors.ts'
import type { Store } from '../core/store.ts'
import { readBoundedText } from '../input/read-bounded.ts'
import { formatTable } from './table.ts'

/** Of a dictionary to import; CMUdict has 4 MB. */
const MOST_BYTES = 2 ** 26
const PRONUNCIATION = 'ARPAbet (K AA1 F K AH0), phonemes in braces ({k1afkx}) or other words (engine x)'

/** Can be used while servers run, which apply every change within seconds. */
export function dictionaryCommand(openStore: () => Promise<Store>): Command {
  const dictionary = new Command('dictionary').description('manage the pronunciations that you add or correct')
  const withStore = async (act: (store: Store, now: Date) => Promise<string>): Promise<void> => {
    await using store = await openStore()
    const now = new Date()
    await acceptDue(store.dictionary, now)
    process.stdout.write(await act(store, now))
  }
  addWordCommands(dictionary, withStore)
  addRequestCommands(dictionary, withStore)
  addFileCommands(dictionary, withStore)
  dictionary
    .command('saved')
    .description('list the out-of-vocabulary words of requests with saveOovs, most frequent first')
    .option('--json', 'print JSON')
    .option('--clear', 'delete the list after printing it')
    .action(({ json, clear }: ListOptions & { readonly clear?: true }) =>
      withStore(async ({ oovWords }) => {
        const words = await oovWords.list()
        if (clear) await oovWords.clear()
        return json ? asJson(words) : savedTable(words)
      }),
    )
  return dictionary
}

type WithStore = (act: (store: Store, now: Date) => Promise<string>) => Promise<void>

interface ListOptions {
  readonly json?: true
}

function addWordCommands(dictionary: Command, withStore: WithStore): void {
  dictionary
    .command('list')
    .description('list the entries')
    .option('--json', 'print JSON')
    .action(({ json }: ListOptions) =>
      withStore(async (store) => {
        const entries = await store.dictionary.entries()
        return json ? asJson(entries) : entryTable(entries)
      }),
    )
  dictionary
    .command('set')
    .alias('add')
    .description('add an entry, or change its pronunciation')
    .argument('<word>', 'a word, or several in quotation marks; case does not matter')
    .argument('<pronunciation...>', PRONUNCIATION)
    .action((word: string, pronunciation: readonly string[]) =>
      withStore(async (store, now) => {
        const entry = entryOf(word, pronunciation.join(' '), now)
        await store.dictionary.add([entry])
        return readingOf(entry)
      }),
    )
  dictionary
    .command('remove')
    .description('delete an entry')
    .argument('<word>', 'word from `dictionary list`')
    .action((word: string) =>
      withStore(async (store, now) => {
        await hinting('npx hoarfrost dictionary list', removeWord(store.dictionary, word, now))
        return ''
      }),
    )
}

function addRequestCommands(dictionary: Command, withStore: WithStore): void {
  dictionary
    .command('requests')
    .description('list the pending requests; a request becomes an entry when it is due')
    .option('--all', 'include approved and rejected requests')
    .option('--json', 'print JSON')
    .action(({ all, json }: ListOptions & { readonly all?: true }) =>
      withStore(async (store) => {
        const requests = (await store.dictionary.requests(null)).filter(({ status }) => all || status === 'requested')
        return json ? asJson(requests) : requestTable(requests)
      }),
    )
  dictionary
    .command('approve')
    .description('approve a request and add its entry')
    .argument('<id>', 'ID from `dictionary requests`')
    .argument('[pronunciation...]', `pronunciation to use instead of the requested one: ${PRONUNCIATION}`)
    .action((id: string, pronunciation: readonly string[]) =>
      withStore(async (store, now) => {
        const instead = pronunciation.length === 0 ? undefined : pronunciation.join(' ')
        const approving = approveRequest(store.dictionary, id, { pronunciation: instead, now })
        return readingOf(await hinting('npx hoarfrost dictionary requests', approving))
      }),
    )
  dictionary
    .command('reject')
    .description('reject a request')
    .argument('<id>', 'ID from `dictionary requests`')
    .action((id: string) =>
      withStore(async (store, now) => {
        await hinting('npx hoarfrost dictionary requests', rejectRequest(store.dictionary, id, now))
        return ''
      }),
    )
}

function addFileCommands(dictionary: Command, withStore: WithStore): void {
  dictionary
    .command('import')
    .description('add the entries of a file; one invalid line rejects the whole file')
    .argument('<file>', 'lines of WORD<tab>PRONUNCIATION, or CMUdict lines; - reads standard input')
    .action(async (file: string) => {
      const text = file === '-' ? await readText(process.stdin) : readBoundedText(file, MOST_BYTES)
      await withStore(async (store, now) => {
        const entries = readDictionaryFile(text, now)
        await store.dictionary.add(entries)
        return `${entries.length} ${entries.length === 1 ? 'word' : 'words'} added\n`
      })
    })
  dictionary
    .command('export')
    .description('write the entries in the format of `dictionary import`')
    .argument('[file]', 'file to write (default: standard output)')
    .action((file: string | undefined) =>
      withStore(async (store) => {
        const text = writeDictionaryFile(await store.dictionary.entries())
        if (file === undefined) return text
        await writeFile(file, text)
        return ''
      }),
    )
}

/** Adds the command that lists what exists to an error about an unknown word or id. */
async function hinting<T>(command: string, work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (error) {
    if (!isSpeechError(error) || error.code !== 'dictionary.unknown') throw error
    throw new Error(`${error.message}; see ${command}`)
  }
}

const asJson = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`

const readingOf = ({ word, pronunciation }: Pick<DictionaryEntry, 'word' | 'pronunciation'>): string =>
  `${word} is read as ${pronunciation}\n`

const minuteOf = (date: Date): string => `${date.toISOString().slice(0, 16)}Z`

const entryTable = (entries: readonly DictionaryEntry[]): string =>
  formatTable(
    ['WORD', 'PRONUNCIATION', 'ADDED'],
    entries.map(({ word, pronunciation, addedAt }) => [word, pronunciation, minuteOf(addedAt)]),
  )

const requestTable = (requests: readonly DictionaryRequest[]): string =>
  formatTable(
    ['ID', 'STATUS', 'WORD', 'PRONUNCIATION', 'DUE', 'KEY', 'NOTE'],
    requests.map((request) => [
      request.id,
      request.status,
      request.word,
      request.isPredicted ? `${request.pronunciation} (predicted)` : request.pronunciation,
      minuteOf(request.due),
      request.keyId,
      inOneLine(request.note),
    ]),
  )

const LONGEST_NOTE = 80

/** Notes come from callers and must not control the terminal. */
const inOneLine = (note: string): string =>
  note
    .replaceAll(/[\s\p{C}]+/gu, ' ')
    .trim()
    .slice(0, LONGEST_NOTE)

const savedTable = (words: readonly OovWord[]): string =>
  formatTable(
    ['WORD', 'COUNT', 'LAST SEEN'],
    words.map(({ word, count, lastSeenAt }) => [word, String(count), minuteOf(lastSeenAt)]),
  )
