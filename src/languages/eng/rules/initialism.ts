import type { Context, Expansion, Reading } from '../../reading/expansion.ts'
import { englishWords } from '../word-lists.ts'
import { ACRONYMS_SAID } from './acronyms.ts'
import { isShoutedSyllable, SHORT_WORDS, SHOUTED_WORDS, SPELLED } from './capital-words.ts'
import { isChat, isHasty, isSurelyChat } from './chat-context.ts'
import { CHAT_WORDS } from './chat-words.ts'
import { isCommonWord, partWords } from './common-words.ts'
import { isPronounceable } from './pronounceable.ts'
import { endsSentence, opensWord, startsWithOpener } from './sentence-context.ts'
import { isStretched, unstretched } from './stretched.ts'
import { MIN_PLAIN_LENGTH, withVowels } from './vowelless.ts'

/** `FBI` → `F B I`. */
export const spellLetters = (letters: string): string => [...letters.toUpperCase()].join(' ')

/** A vowel's plural gets its apostrophe, for `Us` and `As` are words, and `Os` two letters. */
const plural = (spelled: string): string => (/[AIOU]$/.test(spelled) ? `${spelled}'s` : `${spelled}s`)

/** Letters that stand together in capitals: as a word where they are one or make one, else by their names. */
export function sayCapitals(letters: string, isShouted = false): string {
  const word = letters.toLowerCase()
  if (word === 'ok') return 'okay'
  return isSaid(word, isShouted) ? (ACRONYMS_SAID.get(word) ?? word) : spellLetters(word)
}

function isSaid(word: string, isShouted: boolean): boolean {
  if (word === 'ok' || ACRONYMS_SAID.has(word)) return true
  if (word.length <= 3) return SHORT_WORDS.has(word) && (isShouted || !SHOUTED_WORDS.has(word))
  return !SPELLED.has(word) && isPronounceable(word)
}

/** The rest of the sentence as far as the context shows it, in whole words. */
const sentenceAround = ({ before, after }: Context): string =>
  `${/(?:^|\s)[^.!?\n]{0,48}$/.exec(before)?.[0] ?? ''} ${/^[^.!?\n]{0,48}(?=\s|[.!?]|$)/.exec(after)?.[0] ?? ''}`

/** Whether all around is in capitals, and some of it words rather than initialisms. */
export function isShouted(context: Context): boolean {
  const around = sentenceAround(context)
  if (/\p{Ll}/u.test(around)) return false
  return (around.match(/[A-Z]{2,}/g) ?? []).some((word) => isSaid(word.toLowerCase(), true))
}

/** `(OM NAM SIVAM MANTRAM)`: a short word among others in capitals, of which one at least stands on each side */
function isAmongCapitals({ before, after }: Context): boolean {
  const last = /(?:^|[^\p{L}])([A-Z]{4,20})[,"]? $/u.exec(before)?.[1]
  const next = /^[,"]? ([A-Z]{4,20})(?![\p{L}'])/u.exec(after)?.[1]
  return [last, next].every((word) => word !== undefined && isPlainInCapitals(word.toLowerCase()))
}
const isPlainInCapitals = (word: string): boolean => !ACRONYMS_SAID.has(word) && isSaid(word, true)

/** `this OR that`, but not `the OR nurse`. */
const isBetweenWords = ({ before, after }: Context): boolean =>
  /[\p{Ll}\d][,"]? $/u.test(before) &&
  !/(?:^|[^\p{L}])(?:an?|from|her|his|hospital|in|into|main|my|our|the|to|your) $/iu.test(before) &&
  /^ ["(]?(?!(?:nurses?|rooms?|schedules?|staff|suites?|tables?|teams?|techs?|times?)(?!\p{L}))\p{L}?\p{Ll}/iu.test(
    after,
  )

const MIN_NAME_LENGTH = 6
/** `XMLFILE` → `X M L file`, `USERID` → `user I D`: initials and a word, as names of fields are run together. */
function nameInCapitals(word: string): string | undefined {
  if (word.length < MIN_NAME_LENGTH || isCommonWord(word) || ACRONYMS_SAID.has(word) || SPELLED.has(word))
    return undefined
  const owner = word.slice(0, -2)
  if (word.endsWith('id') && owner.length > 3 && isCommonWord(owner)) return `${owner} I D`
  if (isPronounceable(word)) return undefined
  for (const length of [3, 4, 2]) {
    const tail = word.slice(length)
    if (tail.length > 3 && isCommonWord(tail)) return `${sayCapitals(word.slice(0, length))} ${tail}`
  }
  return undefined
}

const ONE_WORD = /^(?:never|none)theless$|^notwithstanding$/

function readCapitals(
  [whole, letters = '', ending = '', contraction = '']: RegExpExecArray,
  context: Context,
): Reading | string | undefined {
  if (!opensWord(context.before)) return undefined
  if (
    letters.length > 3 &&
    !/^[IVX]+[A-D]?$/.test(letters) &&
    isStretched(letters) &&
    !ACRONYMS_SAID.has(letters.toLowerCase())
  )
    return unstretched(whole.toLowerCase())
  const word = letters.toLowerCase()
  if (word === 'or' && isBetweenWords(context)) return { spoken: word, length: 2 }
  const named = ending === '' && contraction === '' ? nameInCapitals(word) : undefined
  if (named !== undefined) return named
  const isContraction = contraction !== '' && contraction !== "'s"
  const isDoubtful = SHOUTED_WORDS.has(word) || (isShoutedSyllable(word) && !SMALL_INITIALISMS.has(word))
  const shouted = isDoubtful && (isContraction || isShouted(context) || isAmongCapitals(context))
  // `WHEREHAVEYOUBEEN`: words run together
  const together = letters.length > 10 && ending === '' && contraction === '' ? partWords(word) : undefined
  if (together !== undefined && together.length > 2 && !ONE_WORD.test(word)) return together.join(' ')
  const said = isSaid(word, shouted) || (shouted && isShoutedSyllable(word))
  const spoken = !said ? spellLetters(letters) : isSaid(word, true) ? sayCapitals(letters, true) : word
  if (ending !== '') return { spoken: said ? spoken + ending : plural(spoken), length: whole.length }
  // `AT&T` and the like are read with their sign.
  if (said && letters.length <= 3 && /^&\p{Lu}/u.test(context.after)) return spellLetters(letters)
  return spoken + contraction.toLowerCase()
}

/** What is told apart by letters: after it a letter with a full stop ends the sentence. */
const LETTERED =
  /(?:^|[^\p{L}])(?:an?|appendix|block|building|class|column|drive|exhibit|figure|gate|grade|group|hepatitis|letter|level|line|list|model|option|part|phase|plan|point|room|row|schedule|section|series|side|size|step|table|team|terminal|tier|type|unit|vitamin) $/iu

const AFTER_FIGURE =
  /(?:\d|(?:^|[^\p{L}])(?:zero|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|\p{L}{3,5}(?:teen|ty)|hundred|thousand)) $/iu

const OPENS_LINE = /(?:^|\n)(?<marks>[#*_>\s-]{0,9})$/
const NOUN =
  /(?:[ts]ion|ment|ness|ance|ence|ology|ism|[a-z]ics|[a-z]{3}logical)s?$|[a-z]{2}(?:able|ible|ical|ious|ional|ative|tial)$|^(?:abstract|analysis|appendix|background|budget|conclusions?|findings|goals?|methods?|objectives?|overview|purpose|results?|scope|strengths|summary|timeline|weaknesses)$/
const SURNAMES = englishWords.list('surnames')

/** `A. Overview`, `## B. Testing`: an item of a list rather than a person. */
function isListLetter(letter: string, before: string, after: string): boolean {
  const marks = OPENS_LINE.exec(before)?.groups?.marks
  if (marks === undefined || letter > 'J') return false
  const next = (/^\. (\p{Lu}\p{Ll}{1,20})(?![\p{L}'])/u.exec(after)?.[1] ?? '').toLowerCase()
  const stem = next.replace(/ing$/, '')
  const isWord =
    isCommonWord(next) || NOUN.test(next) || (stem !== next && (isCommonWord(stem) || isCommonWord(`${stem}e`)))
  return next !== '' && (/[#*]/.test(marks) || (isWord && !SURNAMES.has(next)))
}

/** `J. Smith`: the letter of a name, whose full stop ends nothing. */
function readInitial([letter = '']: RegExpExecArray, { before, after }: Context): Reading | undefined {
  if (
    !opensWord(before) ||
    isListLetter(letter, before, after) ||
    LETTERED.test(before) ||
    AFTER_FIGURE.test(before) ||
    startsWithOpener(after.slice(1).trimStart())
  )
    return undefined
  // The last letter of something spelled, or a pronoun
  if (/(?:^|\s)[A-Z] $/.test(before) || (letter === 'I' && !/\p{Lu}\p{L}{1,30} $/u.test(before))) return undefined
  return { spoken: letter, length: 2 }
}

/** Where a sentence starts: neither `a P.S. at the end` nor `Ask P.S. Jones`, `Dr. P.S. Jones`. */
const POSTSCRIPT_BEFORE = /(?:^|[.!?…:;)"\n\p{Extended_Pictographic}]\uFE0F?\s{0,3}|(?:^|\s)[-–—*] )$/u
const TITLE_BEFORE = /(?:^|[^\p{L}])(?:\p{Lu}|Capt|Col|Drs?|Gen|Lt|Mrs?|Ms|Prof|Rev|Sgt|Sts?)\. $/u
const POSTSCRIPT_NEXT = /^ (?!is(?!\p{L})|was(?!\p{L}))["'(]?\p{L}/u

/** `Love dad P.S the cat is fine`: no stop tells where the sentence ended, but a new one starts. */
const REMARK_NEXT = /^ (?:can|don't|he|i|i'm|it|my|please|she|the|they|this|we|you|your)(?!\p{L})/iu
const GOVERNED_BEFORE =
  /(?:^|[^\p{L}])(?:an?|and|ask|at|by|for|from|her|his|in|like|my|of|on|our|the|their|this|to|with|your) $/iu

const opensPostscript = (before: string, after: string): boolean =>
  POSTSCRIPT_NEXT.test(after) &&
  !TITLE_BEFORE.test(before) &&
  (POSTSCRIPT_BEFORE.test(before) || (REMARK_NEXT.test(after) && !GOVERNED_BEFORE.test(before)))

/** `U.S.A.`, `g. p. a.`: letters parted by full stops; the last may end the sentence, too. */
function readDotted([whole]: RegExpExecArray, { before, after }: Context): Reading | undefined {
  if (!opensWord(before) || /[@/\\_-]$/.test(before)) return undefined
  const [, possessive = ''] = /('s|s)$/.exec(whole) ?? []
  if (/^P\. ?S\.?$/.test(whole) && opensPostscript(before, after))
    return { spoken: 'P S,', length: whole.length, pause: ',' }
  const letters = spellLetters(whole.slice(0, whole.length - possessive.length).replaceAll(/[^A-Za-z]/g, ''))
  const spoken = possessive === 's' ? plural(letters) : letters + possessive
  return { spoken, length: whole.endsWith('.') && endsSentence(after) ? whole.length - 1 : whole.length }
}

/** Initialisms that are as often written small. */
export const SMALL_INITIALISMS = englishWords.list('small-initialisms')
/** With their plurals. `id` is a word of psychology, but that is rare. */
const SMALL_FORMS: ReadonlySet<string> = new Set([...SMALL_INITIALISMS, 'id'].flatMap((word) => [word, `${word}s`]))
/** Of those, the ones that are names or words, too, with a capital. */
const NAMES: ReadonlySet<string> = new Set([
  'apis',
  'cia',
  'dob',
  'eta',
  'evs',
  'ids',
  'ily',
  'imo',
  'iqs',
  'mba',
  'sos',
  'usa',
])
/** Whether no name of two letters is written so. */
const isPlainlyInitials = (letters: string): boolean => letters.length > 2 || !/[aeiouy]/.test(letters)
/** Letters without a vowel that are words or sounds all the same. */
const SOUNDS = /^(?:b?rr+|grr+|h?mm+|hm|mhm+|nth|pff+t|ps+h|ps+t|shh*|tsk|zz+)$/

/** `Mr Krk`: a name, and no initialism */
const TITLED = /(?:'|(?:^|[^\p{L}])(?:Dr|doctor|Miss|missus|mister|Mrs?|Ms|Prof|professor)\.? )$/iu

const SPELLED_SHAPE = /^(?:[A-Z][a-z][A-Z]|[a-z][A-Z][a-z]?|[a-z]{2}[A-Z]|[A-Z]{2}[a-z])$/
/** Heads of names that are read as words: `MySQL`, `noSQL`. */
const isHead = (letters: string): boolean => SHORT_WORDS.has(letters) || /^(?:co|de|ex|mc|py|re|un)$/.test(letters)

/** `SfM`, `pH`, `RoHS`, `siRNA`: short, with capitals inside, and no word. */
function readMixed(
  [, letters = '', ending = '', possessive = '']: RegExpExecArray,
  { before }: Context,
): string | undefined {
  if (!opensWord(before) || /['@#_]$/.test(before)) return undefined
  const word = letters.toLowerCase()
  const acronym = ACRONYMS_SAID.get(word)
  if (acronym !== undefined) return acronym + ending + possessive
  // Mistyped: `tHe`
  if (
    /^(?:(?![ie][A-Z][a-z]{2})[a-z]?[A-Z]{1,2}[a-z]{0,6}|[a-z]{2,6}[A-Z])$/.test(letters) &&
    (SHORT_WORDS.has(word) || isCommonWord(word))
  )
    return word + ending + possessive
  const [, head = '', tail = ''] = /^([A-Z][a-z]|[a-z]{2,3})([A-Z]{2,4})$/.exec(letters) ?? []
  const isMixed =
    head !== '' &&
    !isHead(head.toLowerCase()) &&
    (head.length === 2
      ? !(/[AEIOU]$/.test(tail) && isPronounceable(word)) || /^[a-z]/.test(head)
      : !/[aeiouy]/.test(head))
  // `doT`, `isA`: words
  if (!isMixed && (!SPELLED_SHAPE.test(letters) || (/^[a-z]{2}/.test(letters) && isHead(letters.slice(0, 2)))))
    return undefined
  const spelled = spellLetters(letters)
  return (ending === '' ? spelled : plural(spelled)) + possessive
}

export const initialisms: readonly Expansion[] = [
  {
    // `(a) one, (b) two`: the letter, not the article
    category: 'abbreviation',
    first: /a/,
    words: new Set(['a']),
    next: /\)/,
    pattern: /a(?=\) )/y,
    read: (_match, { before }) => (/(?:^|\s)\(?$/.test(before) ? 'A' : undefined),
  },
  {
    // `the arguments 'a' and 'b'`
    category: 'abbreviation',
    first: /a/,
    words: new Set(['a']),
    next: /'/,
    pattern: /a(?='(?![\p{L}\d]))/uy,
    read: (_match, { before }) => (/(?:^|[\s([{,:])'$/.test(before) ? 'A' : undefined),
  },
  {
    // `PS dont tell her`: a remark after the end, but `PS 5`, `PS Vita`
    category: 'abbreviation',
    first: /P/,
    words: new Set(['ps', 'pps']),
    pattern:
      /(?<letters>PP?S|Ps)(?<mark>[:.]?)(?= ["'(]?(?:\p{Ll}|[AIU](?!\p{L})|(?:Are|Can|Did|Do|Don|Dont|Give|Happy|How|If|It|Let|My|No|Please|Remember|See|Sorry|Thank|Thanks|That|The|There|This|We|What|When|Why|You|Your)(?!\p{L})))/uy,
    read: ({ groups }, { before }) =>
      /(?:^|[.!?\n]["')]? ?|xx? )$/.test(before)
        ? {
            spoken: `${spellLetters(groups?.letters ?? '')},`,
            length: (groups?.letters ?? '').length + (groups?.mark ?? '').length,
            pause: ',',
          }
        : undefined,
  },
  {
    category: 'abbreviation',
    first: /[A-Z]/,
    next: /\./,
    pattern: /(?:[A-Z]\. ?){1,5}[A-Z]\.(?:'s(?!\p{L}))?(?!\p{L})/uy,
    read: readDotted,
  },
  {
    category: 'abbreviation',
    first: /[A-Za-z]/,
    next: /\./,
    pattern:
      /[A-Za-z](?:\.[A-Za-z]){2,9}(?:\.s(?!\p{L})|\.?'s(?!\p{L})|\.|(?![\p{L}\d.@]))(?!\p{L})|[A-Za-z]\.[A-Za-z]\.(?:'?s(?!\p{L}))?(?![\p{L}\d])|[A-Z]\.[A-Z](?:'s(?!\p{L}))?(?![\p{L}\d.@])/uy,
    read: readDotted,
  },
  {
    category: 'abbreviation',
    first: /[a-z]/,
    next: /\./,
    pattern: /[a-z]\. (?:[a-z]\. ){1,8}[a-z]\.(?!\p{L})/uy,
    read: readDotted,
  },
  {
    category: 'abbreviation',
    first: /[A-Z]/,
    next: /\./,
    pattern: /[A-Z](?=\. ?\p{Lu}[\p{Ll}.'])/uy,
    read: readInitial,
  },
  {
    // `J. & K. Miller`: the full stop ends nothing
    category: 'abbreviation',
    first: /[A-Z]/,
    next: /\./,
    pattern: /[A-Z]\.(?= (?:&|and) (?:[A-Z]\.|(?:Co|Sons?|Bros?|Brothers|Company|Daughters|Mrs?|Ms|Dr)(?!\p{L})))/uy,
    read: ([initial], { before }) =>
      /(?:^|[^\p{L}\d])(?:[A-Z]\. ?)?$/u.test(before) && !LETTERED.test(before) ? initial.charAt(0) : undefined,
  },
  {
    category: 'abbreviation',
    first: /[A-Za-z]/,
    next: /&/,
    pattern: /([A-Za-z]{1,3})&([A-Za-z]{1,3}?)('?s)?(?![\p{L}\d;])/uy,
    read: ([, left = '', right = '', ending], { before }) => {
      if (!opensWord(before) || left.length + right.length > 4) return undefined
      const spoken = `${spellLetters(left)} and ${spellLetters(right)}`
      return ending === 's' ? plural(spoken) : spoken + (ending ?? '')
    },
  },
  {
    category: 'abbreviation',
    first: /[Pp]/,
    words: new Set(['phd', 'phds']),
    pattern: /ph\.?d(s?)(?!\p{L})/iuy,
    read: ([, ending]) => (ending === '' ? 'P H D' : 'P H Ds'),
  },
  {
    category: 'abbreviation',
    first: /[A-Z]/,
    written: ['mixed'],
    pattern: /([A-Z]{2,30})(s|es)?('(?:s|S|T|D|M|LL|RE|VE|d|ll|t))?(?![\p{L}\p{M}])/uy,
    read: readCapitals,
  },
  {
    // The article of a shouted sentence
    category: 'word',
    first: /A/,
    words: new Set(['a']),
    pattern: /A(?= [A-Z]{2})/y,
    read: (_match, context) => (opensWord(context.before) && isShouted(context) ? 'a' : undefined),
  },
  {
    category: 'abbreviation',
    first: /[A-Za-z]/,
    written: ['mixed'],
    pattern: /((?=[A-Za-z]{1,6}[A-Z])(?=[A-Z]{0,3}[a-z])[A-Za-z]{2,7}?)(s?)('s(?!\p{L}))?(?![\p{L}\p{M}])/uy,
    read: readMixed,
  },
  {
    // `macOS`, `mRNA`, `OpenAI`
    category: 'abbreviation',
    first: /[A-Za-z]/,
    written: ['mixed'],
    pattern: /([A-Za-z][a-z]{0,20})([A-Z]{2,4})(s?)('s(?!\p{L}))?(?![\p{L}\p{M}])/uy,
    read: ([, head = '', tail = '', ending, possessive = ''], { before }) => {
      if (!opensWord(before) || /^[A-Z]$/.test(head)) return undefined
      const whole = ACRONYMS_SAID.get(`${head}${tail}`.toLowerCase())
      if (whole !== undefined) return `${whole}${ending}${possessive}`
      const said = sayCapitals(tail)
      return `${head.length === 1 ? head.toUpperCase() : head} ${ending === '' ? said : plural(said)}${possessive}`
    },
  },
  {
    // `iPhone`, `eBay`
    category: 'abbreviation',
    first: /[ie]/,
    written: ['mixed'],
    pattern: /[ie](?=[A-Z][a-z]{2})/y,
    read: ([letter], { before }) => (opensWord(before) ? letter.toUpperCase() : undefined),
  },
  {
    // `NYTimes`, `HAMweather`
    category: 'abbreviation',
    first: /[A-Z]/,
    written: ['mixed'],
    pattern: /[A-Z]{1,5}(?=([A-Z])([a-z]{2,20}))/y,
    read: ([letters, last = '', rest = ''], { before }) => {
      if (!opensWord(before)) return undefined
      const isWhole = rest.length > 3 && isCommonWord(rest) && !isCommonWord((last + rest).toLowerCase())
      return isWhole
        ? { spoken: sayCapitals(letters + last), length: letters.length + 1 }
        : { spoken: sayCapitals(letters), length: letters.length }
    },
  },
  {
    category: 'abbreviation',
    first: /[A-Za-z]/,
    words: SMALL_FORMS,
    pattern: /((?:[a-z]|[A-Z](?=[a-z]))[a-z]{1,5})('s(?!\p{L}))?(?![\p{L}\p{M}\d])/uy,
    read: ([, written = '', possessive = ''], { before }) => {
      const letters = written.toLowerCase()
      if (!opensWord(before) || !SMALL_FORMS.has(letters)) return undefined
      // `Fyi I am out`, `a Dvd`, but `Ms Eta`, `Ai Weiwei`
      if (
        letters !== written &&
        (NAMES.has(letters) || (!isPlainlyInitials(letters) && !/(?:^|[.!?:"(] ?)$/.test(before)))
      )
        return undefined
      const isPlural = letters.endsWith('s') && !SMALL_INITIALISMS.has(letters)
      return (isPlural ? plural(spellLetters(letters.slice(0, -1))) : spellLetters(letters)) + possessive
    },
  },
  {
    // `Cctv`, `an Ssd`
    category: 'abbreviation',
    first: /[B-DF-HJ-NP-TVXZ]/,
    written: ['capitalized'],
    pattern: /[B-DF-HJ-NP-TVXZ][b-df-hj-np-tvxz]{2,7}(?![\p{L}\p{M}\d'])/uy,
    read: ([letters], context) => {
      const { before } = context
      const small = letters.toLowerCase()
      if (!opensWord(before) || TITLED.test(before) || SOUNDS.test(small)) return undefined
      const word = CHAT_WORDS.get(small) ?? withVowels(small)
      if (word !== undefined && isChat(context)) return word
      return CHAT_WORDS.has(small) ? undefined : spellLetters(letters)
    },
  },
  {
    category: 'abbreviation',
    first: /[b-df-hj-np-tv-z]/,
    written: ['lower'],
    pattern: /[b-df-hj-np-tv-xz]{2,8}(?![\p{L}\p{M}\d'])/uy,
    read: ([letters], context) => {
      if (!opensWord(context.before) || context.before.endsWith("'") || SOUNDS.test(letters)) return undefined
      const word = withVowels(letters)
      const isShort = letters.length < MIN_PLAIN_LENGTH
      return word !== undefined && (isShort ? isSurelyChat(context) : isHasty(context)) ? word : spellLetters(letters)
    },
  },
]
