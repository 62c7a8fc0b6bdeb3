/**
 * Measures the vocalizer by vocalized sentences, one a line: `node --import ./scripts/typescript.js training/vocalizer/measure.ts [--words] FILE…`.
 * A letter is wrong if its mark is another one that is heard; sukun and marks that long vowels imply do not count.
 */
import { readFileSync } from 'node:fs'
import { ArabicReader } from '../../src/engines/espeak/espeak-arabic.ts'
import { type Letter, lettersOf } from '../../src/languages/ara/arabic-letters.ts'
import { soundsOf } from '../../src/languages/ara/arabic-sounds.ts'

const showsWords = process.argv.includes('--words')
using reader = new ArabicReader()

for (const file of process.argv.slice(2).filter((argument) => argument !== '--words')) {
  const count = { words: 0, letters: 0, marks: 0, wrongWords: 0, wrongStems: 0, wrongSounds: 0 }
  let microseconds = 0
  for (const line of readFileSync(file, 'utf8').split('\n').filter(Boolean)) {
    const tokens = line.match(/[\p{L}\p{M}]+|[^\p{L}\p{M}\s]/gu) ?? []
    const gold = tokens.map(
      (token) => lettersOf(token)?.map((letter): Letter => ({ ...letter, vowel: letter.vowel ?? '-' })) ?? null,
    )
    const bare = tokens.map((token, i) =>
      gold[i]
        ? { word: token.replace(/[\u064b-\u0652\u0670]/g, '') }
        : /\p{N}/u.test(token)
          ? { word: token }
          : { mark: token },
    )
    const start = process.cpuUsage()
    const found = await reader.reading.vocalize(bare)
    const { user, system } = process.cpuUsage(start)
    microseconds += user + system
    const pauses = tokens.map((_, i) => !gold[i + 1])
    const phrase = (words: readonly (readonly Letter[] | null)[]) =>
      soundsOf(
        words.map((letters, i) => ({
          letters: letters?.map((it) => ({ ...it, isWritten: false })) ?? null,
          isBeforePause: pauses[i] ?? true,
        })),
      )
    // Most texts leave the dagger alif of demonstratives out.
    for (const [i, letters] of gold.entries())
      for (const [at, letter] of (letters ?? []).entries())
        if (letter.vowel === 'a' && found[i]?.[at]?.vowel === 'A') letters?.splice(at, 1, { ...letter, vowel: 'A' })
    const [goldSounds, foundSounds] = [phrase(gold), phrase(found)]
    for (const [i, letters] of gold.entries()) {
      const guess = found[i]
      if (!letters || !guess || letters.length < 2) continue
      const [right, given] = [heard(letters), heard(guess)]
      const errors = right.map((mark, at) => mark !== given[at])
      count.words++
      count.letters += letters.length
      count.marks += errors.filter(Boolean).length
      if (errors.some(Boolean)) count.wrongWords++
      if (errors.slice(0, -1).some(Boolean)) count.wrongStems++
      if (JSON.stringify(goldSounds[i]) !== JSON.stringify(foundSounds[i])) {
        count.wrongSounds++
        if (showsWords) console.log(tokens[i], written(guess), '|', spelled(goldSounds[i]), spelled(foundSounds[i]))
      }
    }
  }
  const percent = (part: number, whole: number): string => `${((100 * part) / whole).toFixed(1)} %`
  console.log(
    `${file}: ${count.words} words; marks wrong ${percent(count.marks, count.letters)}; words wrong ${percent(count.wrongWords, count.words)}, ` +
      `without the last letter ${percent(count.wrongStems, count.words)}, as read ${percent(count.wrongSounds, count.words)}; ` +
      `${Math.round(microseconds / count.words)} µs of the processor a word`,
  )
}

function spelled(sounds: ReturnType<typeof soundsOf>[number] | undefined): string {
  return (sounds ?? [])
    .map(({ name, isLong, isStressed }) => (isStressed ? "'" : '') + name + (isLong ? ':' : ''))
    .join('')
}

function written(letters: readonly Letter[]): string {
  const signs: Readonly<Record<string, string>> = { an: 'ً', un: 'ٌ', in: 'ٍ', a: 'َ', u: 'ُ', i: 'ِ', o: 'ْ', A: 'ٰ' }
  return letters.map(({ base, isDoubled, vowel }) => base + (isDoubled ? 'ّ' : '') + (signs[vowel ?? ''] ?? '')).join('')
}

/** The marks of a word's letters that make a difference to its sound. */
function heard(letters: readonly Letter[]): string[] {
  return letters.map(({ base, isDoubled, vowel }, i) => {
    const next = letters[i + 1]
    const carriesNone = (letter: Letter | undefined): boolean =>
      letter !== undefined && !letter.isDoubled && (letter.vowel === null || letter.vowel === '-')
    const isArticle = base === 'ا' && next?.base === 'ل'
    const isSun =
      i > 1 &&
      letters[i - 1]?.base === 'ل' &&
      /^[وف]?[بك]?ال$|^[وف]?لل$/.test(
        letters
          .slice(0, i)
          .map((it) => it.base)
          .join(''),
      )
    let sound: string = vowel === null || vowel === 'o' || vowel === '-' ? '' : vowel === 'A' ? 'a' : vowel
    if (/[اى]/.test(base) && i > 0) return ''
    if (next && /[اى]/.test(next.base) && next.vowel === 'an') sound = 'an'
    else if (next && /[اىة]/.test(next.base) && sound === '') sound = 'a'
    else if (sound === '' && i > 0 && next && next.base === 'ي' && carriesNone(next)) sound = 'i'
    else if (sound === '' && i > 0 && next && next.base === 'و' && carriesNone(next)) sound = 'u'
    if (isArticle) sound = ''
    if (base === 'إ' && sound === '') sound = 'i'
    if (base === 'ا' && i === 0) sound = sound === '' ? 'i' : sound
    return (isDoubled && !isSun ? '2' : '') + sound
  })
}
