import { expect, onTestFinished, test, vi } from 'vitest'
import type { DictionaryEntry, DictionaryStore } from '../../core/dictionary.ts'
import { spokenText } from '../../text/spoken-tokens.ts'
import { followEntries } from './dictionary-entries.ts'

/** Entries that a test changes as another process would. */
function changing(words: Readonly<Record<string, string>>) {
  let entries: readonly DictionaryEntry[] = []
  let version = 0
  const set = (next: Readonly<Record<string, string>>) => {
    version++
    entries = Object.entries(next).map(([word, pronunciation]) => ({
      word,
      language: 'eng' as const,
      pronunciation,
      addedAt: new Date(),
      addedBy: null,
    }))
  }
  set(words)
  const store: Pick<DictionaryStore, 'version' | 'entries'> = {
    version: vi.fn(async () => version),
    entries: vi.fn(async () => entries),
  }
  return { store, set }
}

async function follow(store: Pick<DictionaryStore, 'version' | 'entries'>, report = (_error: unknown) => {}) {
  const entries = await followEntries(store, { intervalMs: 1000, report })
  onTestFinished(() => entries[Symbol.asyncDispose]())
  const find = (token: string) => entries.givenIn('eng')?.(token)
  return { entries, refresh: entries.refresh, find, has: (word: string) => find(word) !== undefined }
}

const WORDS = {
  kubectl: 'K UW1 B K AH0 T AH0 L',
  nginx: 'engine x',
  'node.js': 'node jay ess',
  kafka: '{k1afkx}',
  bass: 'B EY1 S',
  hulk: 'HH AH1 L K',
  kraków: 'K R AA1 K UH0 F',
}

test.each([
  ['KubeCtl', 'KubeCtl', 'K UW1 B K AH0 T AH0 L'],
  ['NGINX', 'engine x', null],
  ['Node.js', 'node jay ess', null],
  ['Kafka', 'Kafka', 'K AA1 F K AH0'],
  ['kubectl’s', 'kubectl’s', 'K UW1 B K AH0 T AH0 L Z'],
  ["Bass's", "Bass's", 'B EY1 S IH0 Z'],
  ["Hulk's", "Hulk's", 'HH AH1 L K S'],
  ["nginx's", "engine x's", null],
  ['Krako\u0301w', 'Krako\u0301w', 'K R AA1 K UH0 F'],
  ['Krakow', 'Krakow', 'K R AA1 K UH0 F'],
])('%s is found, and read as "%s"', async (token, spoken, phonemes) => {
  const { find, has } = await follow(changing(WORDS).store)
  expect(find(token)).toEqual({ spoken, phonemes: phonemes?.split(' ') ?? null })
  expect(has(token)).toBe(true)
})

test.each(['kube', 'kubectls', "'s", '', 'constructor'])('%j is not found', async (token) => {
  const { find, has } = await follow(changing(WORDS).store)
  expect([find(token), has(token)]).toEqual([undefined, false])
})

test('normalization finds entries in a text', async () => {
  const { find } = await follow(changing({ ...WORDS, 'c++': 'see plus plus', k8s: 'kates' }).store)
  const text = '(nginx) and Node.js, k8s, C++. In Kraków, NGINX’s'
  expect(spokenText(text, () => find)).toBe("engine x, and node jay ess, kates, see plus plus. In Krakow, engine x's")
})

test('an entry with accents goes before one without, where a text has the accents', async () => {
  const { find } = await follow(changing({ résumé: 'curriculum vitae', resume: 'go on' }).store)
  expect(spokenText('Resume, résumé, re\u0301sume\u0301’s, RÉSUMÉ', () => find)).toBe(
    "go on, curriculum vitae, curriculum vitae's, curriculum vitae",
  )
})

const ODD_WORDS = {
  '.net': 'dot net',
  'c#': 'see sharp',
  'node.js': 'node jay ess',
  'los feliz': 'L OW1 S F IY1 L IH0 Z',
  'new york': 'the big apple',
  'new york city': 'gotham',
  'são paulo': 'sow pow low',
}

test.each([
  ['We use .NET, C#, and Node.js.', 'We use dot net, see sharp, and node jay ess.'],
  ['ASP.NET is not .net', 'asp dot net is not dot net'],
  ['He lives in Los Feliz.', 'He lives in Los Feliz.'],
  ['los  FELIZ’s hills', "los FELIZ's hills"],
  ['New York, New York City and new', 'the big apple, gotham and new'],
  ['a New York-based firm', 'a the big apple based firm'],
  ['In São Paulo, in Sao Paulo', 'In sow pow low, in sow pow low'],
  ['Los, Feliz; newer York', 'Los, Feliz; newer York'],
])('entries of several words and of signs are read: %s', async (text, reading) => {
  const { find } = await follow(changing(ODD_WORDS).store)
  expect(spokenText(text, () => find)).toBe(reading)
})

test('a change is followed within the interval, and what has not changed is not read again', async () => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  const { store, set } = changing(WORDS)
  const { has } = await follow(store)
  await vi.advanceTimersByTimeAsync(10_000)
  expect(store.entries).toHaveBeenCalledTimes(1)
  set({ blorb: 'B L AO1 R B' })
  expect(has('blorb')).toBe(false)
  await vi.advanceTimersByTimeAsync(1000)
  expect([has('blorb'), has('nginx')]).toEqual([true, false])
})

test('a store that fails for a while is told of once, and what was read stays', async () => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  const { store, set } = changing(WORDS)
  const report = vi.fn()
  const { has } = await follow(store, report)
  vi.mocked(store.version).mockRejectedValueOnce(new Error('no disk')).mockRejectedValueOnce(new Error('no disk'))
  await vi.advanceTimersByTimeAsync(2000)
  expect([report.mock.calls.length, has('nginx')]).toEqual([1, true])
  set({})
  await vi.advanceTimersByTimeAsync(1000)
  expect(has('nginx')).toBe(false)
})

test('one entry that cannot be read leaves the others', async () => {
  const report = vi.fn()
  const { has } = await follow(changing({ bad: '###', good: 'G UH1 D' }).store, report)
  expect([has('bad'), has('good'), report.mock.calls.length]).toEqual([false, true, 1])
})

test('an older reading that comes late does not undo a newer one', async () => {
  const { store, set } = changing({ old: 'OW1 L D' })
  const { has, refresh } = await follow(store)
  set({ between: 'B IH0 T W IY1 N' })
  let arriveLate = (_entries: readonly DictionaryEntry[]) => {}
  const late = new Promise<readonly DictionaryEntry[]>((resolve) => {
    arriveLate = resolve
  })
  vi.mocked(store.entries).mockReturnValueOnce(late)
  const first = refresh()
  await vi.waitFor(() => expect(store.entries).toHaveBeenCalledTimes(2))
  set({ new: 'N UW1' })
  await refresh()
  arriveLate([])
  await first
  expect(has('new')).toBe(true)
})

test('whether the store can be read is told by the last look at it', async () => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  const { store } = changing(WORDS)
  const { entries } = await follow(store)
  const readable = async () => {
    await vi.advanceTimersByTimeAsync(1000)
    return entries.isStoreReadable
  }
  expect([entries.isStoreReadable, await readable()]).toEqual([true, true])
  vi.mocked(store.version).mockRejectedValueOnce(new Error('gone')).mockRejectedValueOnce(new Error('gone'))
  expect([await readable(), await readable(), await readable()]).toEqual([false, false, true])
})
