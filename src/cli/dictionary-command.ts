import { writeFile } from 'node:fs/promises'
import { Command, Option } from 'commander'
import { acceptDue, approveRequest, entryOf, rejectRequest, removeWord } from '../app/dictionary/dictionary.ts'
import { readDictionaryFile, writeDictionaryFile } from '../app/dictionary/dictionary-file.ts'
import type { DictionaryEntry, DictionaryRequest, OovWord } from '../core/dictionary.ts'
import { isSpeechError } from '../core/errors.ts'
import type { Store } from '../core/store.ts'
import { NORMALIZED_LANGUAGES } from '../languages/languages.ts'
import type { CommandStores } from './command-store.ts'
import { languageCode } from './option-values.ts'
import { readText } from './read-text.ts'
import { formatTable } from './table.ts'

const PRONUNCIATION =
  'ARPAbet (K AA1 F K AH0), IPA (/ˈkɑːfkə/), phonemes in braces ({k1afkx}) or other words (engine x); in other languages than English, IPA or words'

interface LanguageOptions {
  readonly lang: string
}

const languageOption = (): Option =>
  new Option('-l, --lang <code>', 'language of the texts in which it is pronounced so')
    .argParser(languageCode(NORMALIZED_LANGUAGES))
    .default('eng')

/** Can be used while servers run, which apply every change within seconds. */
export function dictionaryCommand(stores: CommandStores, signal: AbortSignal): Command {
  const dictionary = new Command('dictionary').description('manage your own pronunciations of words')
  addWordCommands(dictionary, stores)
  addRequestCommands(dictionary, stores)
  addFileCommands(dictionary, stores, signal)
  dictionary
    .command('saved')
    .description('list the out-of-vocabulary words of requests with saveOovs, most frequent first')
    .option('--json', 'print JSON')
    .option('--clear', 'delete the list after printing it')
    .action(async ({ json, clear }: ListOptions & { readonly clear?: true }) => {
      const words = await stores.readAll(async ({ oovWords }) => {
        const saved = await oovWords.list()
        if (clear) await oovWords.clear()
        return saved
      })
      print(json ? asJson(words) : savedTable(words))
    })
  return dictionary
}

const print = (text: string): void => void process.stdout.write(text)

/** What is read of a dictionary in which requests that are due have become entries. */
const readDictionary = <T>(
  stores: CommandStores,
  read: (dictionary: Store['dictionary']) => Promise<readonly T[]>,
): Promise<readonly T[]> =>
  stores.readAll(async ({ dictionary }) => {
    await acceptDue(dictionary, new Date())
    return read(dictionary)
  })

/** Changes entries and requests that exist. */
async function changeDictionary<T>(
  stores: CommandStores,
  change: (dictionary: Store['dictionary'], now: Date) => Promise<T>,
): Promise<T> {
  await using store = await stores.openExisting()
  const now = new Date()
  await acceptDue(store.dictionary, now)
  return await change(store.dictionary, now)
}

async function addEntries(stores: CommandStores, entries: readonly DictionaryEntry[]): Promise<void> {
  if (entries.length === 0) return
  await using store = await stores.open()
  await acceptDue(store.dictionary, new Date())
  await store.dictionary.add(entries)
}

interface ListOptions {
  readonly json?: true
}

function addWordCommands(dictionary: Command, stores: CommandStores): void {
  dictionary
    .command('list')
    .description('list the entries')
    .option('--json', 'print JSON')
    .action(async ({ json }: ListOptions) => {
      const entries = await readDictionary(stores, (store) => store.entries())
      print(json ? asJson(entries) : entryTable(entries))
    })
  dictionary
    .command('set')
    .alias('add')
    .description('add an entry, or change its pronunciation')
    .argument('<word>', 'a word, or several in quotation marks; case does not matter')
    .argument('<pronunciation...>', PRONUNCIATION)
    .addOption(languageOption())
    .action(async (word: string, pronunciation: readonly string[], { lang }: LanguageOptions) => {
      const entry = entryOf({ word, language: lang }, pronunciation.join(' '), new Date())
      await addEntries(stores, [entry])
      print(readingOf(entry))
    })
  dictionary
    .command('remove')
    .description('delete an entry')
    .argument('<word>', 'word from `dictionary list`')
    .addOption(languageOption())
    .action((word: string, { lang }: LanguageOptions) =>
      changeDictionary(stores, (store, now) =>
        hinting('npx hoarfrost dictionary list', removeWord(store, { word, language: lang }, now)),
      ),
    )
}

function addRequestCommands(dictionary: Command, stores: CommandStores): void {
  dictionary
    .command('requests')
    .description('list the pending requests; a request becomes an entry when it is due')
    .option('--all', 'include approved and rejected requests')
    .option('--json', 'print JSON')
    .action(async ({ all, json }: ListOptions & { readonly all?: true }) => {
      const every = await readDictionary(stores, (store) => store.requests(null))
      const requests = every.filter(({ status }) => all || status === 'requested')
      print(json ? asJson(requests) : requestTable(requests))
    })
  dictionary
    .command('approve')
    .description('approve a request and add its entry')
    .argument('<id>', 'ID from `dictionary requests`')
    .argument('[pronunciation...]', `pronunciation to use instead of the requested one: ${PRONUNCIATION}`)
    .action(async (id: string, pronunciation: readonly string[]) => {
      const instead = pronunciation.length === 0 ? undefined : pronunciation.join(' ')
      const approved = await changeDictionary(stores, (store, now) =>
        hinting('npx hoarfrost dictionary requests', approveRequest(store, id, { pronunciation: instead, now })),
      )
      print(readingOf(approved))
    })
  dictionary
    .command('reject')
    .description('reject a request')
    .argument('<id>', 'ID from `dictionary requests`')
    .action((id: string) =>
      changeDictionary(stores, async (store, now) => {
        await hinting('npx hoarfrost dictionary requests', rejectRequest(store, id, now))
      }),
    )
}

function addFileCommands(dictionary: Command, stores: CommandStores, signal: AbortSignal): void {
  dictionary
    .command('import')
    .description('add entries from a file; if a line is invalid, nothing is added')
    .argument('<file>', 'lines of WORD<tab>PRONUNCIATION[<tab>LANGUAGE], or CMUdict lines; - reads standard input')
    .addOption(languageOption())
    .action(async (file: string, { lang }: LanguageOptions) => {
      const entries = readDictionaryFile(await readText(file, signal), new Date(), lang)
      await addEntries(stores, entries)
      print(`${entries.length} ${entries.length === 1 ? 'word' : 'words'} added\n`)
    })
  dictionary
    .command('export')
    .description('write the entries in the format of `dictionary import`')
    .argument('[file]', 'file to write (default: standard output)')
    .action(async (file: string | undefined) => {
      const text = writeDictionaryFile(await readDictionary(stores, (store) => store.entries()))
      if (file === undefined) print(text)
      else await writeFile(file, text)
    })
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
    ['WORD', 'LANGUAGE', 'PRONUNCIATION', 'ADDED'],
    entries.map(({ word, language, pronunciation, addedAt }) => [word, language, pronunciation, minuteOf(addedAt)]),
  )

const requestTable = (requests: readonly DictionaryRequest[]): string =>
  formatTable(
    ['ID', 'STATUS', 'WORD', 'LANGUAGE', 'PRONUNCIATION', 'DUE', 'KEY', 'NOTE'],
    requests.map((request) => [
      request.id,
      request.status,
      request.word,
      request.language,
      request.isPredicted ? `${request.pronunciation} (predicted)` : request.pronunciation,
      minuteOf(request.due),
      request.keyId,
      inOneLine(request.note),
    ]),
  )

const MAX_NOTE_LENGTH = 80

/** Notes come from callers and must not control the terminal. */
const inOneLine = (note: string): string =>
  note
    .replaceAll(/[\s\p{C}]+/gu, ' ')
    .trim()
    .slice(0, MAX_NOTE_LENGTH)

const savedTable = (words: readonly OovWord[]): string =>
  formatTable(
    ['WORD', 'COUNT', 'LAST SEEN'],
    words.map(({ word, count, lastSeenAt }) => [word, String(count), minuteOf(lastSeenAt)]),
  )
