/** A reproducible source of randomness (mulberry32). */
export class Random {
  #state: number

  constructor(seed: number) {
    this.#state = seed >>> 0
  }

  /** From 0 to below 1. */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0
    let t = this.#state
    t = Math.imul(t ^ (t >>> 15), t | 1)
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61)
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32
  }

  below(max: number): number {
    return Math.floor(this.next() * max)
  }

  pick<T>(from: readonly T[]): T {
    return from[this.below(from.length)] as T
  }
}

/** Texts on which parsers have failed: markup that is not closed, odd Unicode, numbers at their limits, long repetitions. */
const TEXTS = [
  '',
  ' ',
  '\u0000',
  '\ud800',
  '\u202e\u200d\ufeff',
  '👩‍👩‍👧‍👦🏳️‍🌈',
  'e\u0301'.repeat(50),
  '<500>',
  '<99999999999999999999>',
  '<-1> <1e9> <',
  '{h1el0W}',
  '{',
  '}{',
  '[slow] [',
  'spell(',
  'spell(AB-12) spell()',
  '((((((((((((((((((((((((((((((((((',
  '1'.repeat(300),
  '1,'.repeat(200),
  '$1.2.3.4 1/0 99:99 31/31/9999 -0 1e400',
  'a.'.repeat(200),
  'www.a@b.c?d=e&f#g',
  '"quoted ""text""',
  'word,"open\nquote',
  '../../etc/passwd',
  'constructor __proto__ toString',
  'ﷺ'.repeat(40),
  '一二三四五六七八九十'.repeat(20),
  'الحمد لله ١٢٣',
  '१२३४ नमस्ते।',
  'x'.repeat(2000),
]
const VALUES = [null, true, false, 0, -1, 0.5, 1e308, -1e308, 2 ** 53, [], {}, [[]], '1', '', 'true', 'NaN']

export const anyText = (random: Random): string =>
  Array.from({ length: 1 + random.below(3) }, () => random.pick(TEXTS)).join(random.pick(['', ' ', '. ', '\n']))

/** A JSON value with some of its parts changed, removed, added or nested. */
export function mutateJson(value: unknown, random: Random): unknown {
  if (random.next() < 0.15) return random.next() < 0.5 ? random.pick(VALUES) : anyText(random)
  if (typeof value === 'string') return random.next() < 0.5 ? anyText(random) : mutateBytes(value, random).toString()
  if (Array.isArray(value)) return value.flatMap((one) => (random.next() < 0.2 ? [] : [mutateJson(one, random)]))
  if (typeof value !== 'object' || value === null) return random.next() < 0.3 ? random.pick(VALUES) : value
  const entries = Object.entries(value).flatMap(([name, one]) => {
    if (random.next() < 0.1) return []
    return [[random.next() < 0.05 ? anyText(random) : name, random.next() < 0.4 ? mutateJson(one, random) : one]]
  })
  if (random.next() < 0.1) entries.push([random.pick(TEXTS), random.pick(VALUES)])
  return Object.fromEntries(entries)
}

/** Bytes with some flipped, removed, repeated or put in. */
export function mutateBytes(seed: string | Buffer, random: Random): Buffer {
  let bytes = Buffer.from(seed)
  for (let i = random.below(4); i >= 0; i--) {
    const at = random.below(bytes.length + 1)
    const size = random.below(16)
    const [before, after] = [bytes.subarray(0, at), bytes.subarray(at)]
    switch (random.below(5)) {
      case 0:
        bytes = Buffer.concat([before, after.subarray(size)])
        break
      case 1:
        bytes = Buffer.concat([before, after.subarray(0, size), after])
        break
      case 2:
        bytes = Buffer.concat([before, Buffer.from(random.pick(TEXTS)), after])
        break
      case 3:
        bytes = Buffer.concat([before, Buffer.from(Array.from({ length: size }, () => random.below(256))), after])
        break
      default:
        if (at < bytes.length) bytes = Buffer.concat([before, Buffer.from([random.below(256)]), after.subarray(1)])
    }
  }
  return bytes
}
