import { readFileSync } from 'node:fs'

/** How a word changes the accent of the phrase that it joins: `F2@1`, `C3` and the like, by part of speech of the word before. */
export interface AccentRule {
  /** `F1` to `F5`, `C1` to `C5`, `P1`, `P2` … of UniDic and Open JTalk. */
  readonly kind: string
  readonly morae: number
}

export interface WordAccent {
  /** The mora after which the pitch falls, from 1; 0 for a word without a fall. */
  readonly nucleus: number
  /** By part of speech of the word before; `*` for any. */
  readonly rules: ReadonlyMap<string, AccentRule>
}

const FILE = new URL('./words/accents.bin', import.meta.url)
const BUCKETS = 0x10000
/** Dictionaries write it in different ways. */
const LONG_VOWEL = /(?<=[エケゲセゼテデネヘベペメレェ])イ|(?<=[オコゴソゾトドノホボポモヨロォョ])ウ/gu

interface Header {
  readonly entries: number
  readonly values: readonly (readonly [nucleus: number, rule: string])[]
}

/** Accents by word, part of speech and pronunciation. `training/accents.py` writes the file. */
export class AccentLexicon {
  readonly #starts = new Uint32Array(BUCKETS + 1)
  readonly #fingerprints: Uint16Array
  readonly #valueIds: Uint8Array
  readonly #values: readonly WordAccent[]

  /** Reads a file of less than 1 MB. Throws if it is missing. */
  constructor() {
    const file = readFileSync(FILE)
    const start = file.indexOf('\n') + 1
    const { entries, values }: Header = JSON.parse(file.toString('utf8', 0, start))
    for (let bucket = 0; bucket < BUCKETS; bucket++)
      this.#starts[bucket + 1] = (this.#starts[bucket] as number) + file.readUInt8(start + bucket)
    const at = start + BUCKETS
    this.#fingerprints = new Uint16Array(entries)
    for (let i = 0; i < entries; i++) this.#fingerprints[i] = file.readUInt16LE(at + 2 * i)
    this.#valueIds = new Uint8Array(file.subarray(at + 2 * entries, at + 3 * entries))
    this.#values = values.map(([nucleus, rule]) => ({ nucleus, rules: parseRules(rule) }))
  }

  /** Undefined for a word that is not known; wrong for one of 20,000 of those. */
  find(surface: string, partOfSpeech: string, pronunciation: string): WordAccent | undefined {
    const hash = hashOf(`${surface}\t${partOfSpeech}\t${pronunciation.replaceAll(LONG_VOWEL, 'ー')}`)
    const bucket = hash >>> 16
    for (let at = this.#starts[bucket] as number; at < (this.#starts[bucket + 1] as number); at++) {
      if (this.#fingerprints[at] === (hash & 0xffff)) return this.#values[this.#valueIds[at] as number]
    }
    return undefined
  }
}

/** `名詞%F1/動詞%F2@0`, or `C2`. */
export function parseRules(written: string): ReadonlyMap<string, AccentRule> {
  const rules = new Map<string, AccentRule>()
  for (const part of written.split('/')) {
    const [, partOfSpeech = '*', kind = '', morae = '0'] = /^(?:(.+)%)?([A-Z]\d+)(?:@(-?\d+))?$/u.exec(part) ?? []
    if (kind !== '') rules.set(partOfSpeech, { kind, morae: Number(morae) })
  }
  return rules
}

/** FNV-1a with a last mix, as in `training/accents.py`. */
function hashOf(key: string): number {
  let value = 0x811c9dc5
  for (let i = 0; i < key.length; i++) value = Math.imul(value ^ key.charCodeAt(i), 0x01000193)
  value = Math.imul(value ^ (value >>> 16), 0x85ebca6b)
  value = Math.imul(value ^ (value >>> 13), 0xc2b2ae35)
  return (value ^ (value >>> 16)) >>> 0
}
