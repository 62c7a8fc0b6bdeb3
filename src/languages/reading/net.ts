import type { Expansion } from './expansion.ts'
import { ALONE, type Grammar } from './grammar.ts'
import { spellLetters } from './letters.ts'
import { digitByDigit } from './numeral.ts'
import { couldBeSaid } from './sayable.ts'
import { sharedWords } from './shared-words.ts'

const LABEL = `[A-Za-z0-9À-ÖØ-öø-ÿ](?:[A-Za-z0-9À-ÖØ-öø-ÿ_-]{0,60}[A-Za-z0-9À-ÖØ-öø-ÿ])?`
const HOST = String.raw`${LABEL}(?:\.${LABEL}){1,5}`
const PATH = String.raw`(?::\d{2,5})?(?:[/?#][A-Za-z0-9À-ÖØ-öø-ÿ_.~/?#=&%+-]{0,200}[A-Za-z0-9À-ÖØ-öø-ÿ_/=-]|/)?`
/** Endings after which a name with a full stop is an address. */
const ENDINGS =
  'com|org|net|edu|gov|gob|info|biz|app|dev|shop|store|online|io|ai|co|me|tv|eu|es|mx|ar|cl|pe|de|at|ch|fr|be|ca|br|pt|in|jp|sa|eg|ae|ma|uk|us|it|nl|ly|gl|gg|xyz|cloud|tech|dk|fi|gr|cz|ru|cn|kr|au|nz|za|ua|chat|blog|wiki'
/** Endings that are said as words. */
const SAID_ENDINGS: ReadonlySet<string> = new Set(
  'com org net info app dev shop store online gov gob biz chat blog wiki'.split(' '),
)
const ALWAYS_SPELLED = /^(?:https?|ftp|www|api|sms|faq|yml|abc|xyz|qwe|rty|asd|asdf|qwer|qwert|qwerty|zxc)$/

/** Letters that follow each other in the alphabet: `efg`. */
const isAlphabet = (letters: string): boolean =>
  [...letters].every((_, i) => i === 0 || letters.charCodeAt(i) - letters.charCodeAt(i - 1) === 1)

/** `world`, `watch`, `night`: how words of English end besides those of the Continent */
const SAID_CLOSING = /(?:[lnrxfp]?th|ght|tch|[lnr]ch|mph|r[lmn][dst]|[lnrs][kdtpm]s|cks|lls|ngs)$/

/** Files by their endings, after folders perhaps; and files and folders whose name begins with a full stop. */
const FILE = String.raw`(?:(?:@|~?\/|\.{1,2}\/)?(?:[\wÀ-ÖØ-öø-ÿ*@.-]{1,40}\/){0,8}[\wÀ-ÖØ-öø-ÿ*.-]{0,60})\.(?<ending>[A-Za-z][A-Za-z\d]{0,7}|7z)(?![\w/@-]|\.[A-Za-z\d])`
/** `.json-Datei` */
const ENDING_IN_COMPOUND = String.raw`\.(?<kind>[a-z][a-z\d]{0,7})(?=-[A-Za-zÀ-ÿ]{3})`
const DOT_FILE = String.raw`\.(?:env|git[a-z]{0,10}|docker[a-z]{0,6}|vscode|ssh|config|cache|[a-z]{3,10}rc)(?:\.[a-z]{2,12})?(?:\/[\w.-]{1,40}){0,4}(?![\w/])`
/** `@scope/name` */
const PACKAGE = String.raw`@[a-z][a-z\d-]{0,39}\/[a-z][a-z\d.-]{0,38}[a-z\d](?![\w/@])`
const FILE_ENDINGS = sharedWords.list('file-endings')

/** Endings that are words, too, or rare: after one word and without a path, mostly of a sentence without its space. */
const WORD_ENDING =
  /^(?!(?:bit|ow|buff)\.ly$|goo\.gl$|discord\.gg$)[^.A-Z\d]{1,60}\.(?:ly|gl|gg|xyz|cloud|tech|fi|au|za|old|bin|tf|war|dat|bat)$/

/** Endings of files that are words, too: after a space the full stop is more likely that of a sentence. */
const WORD_LIKE_ENDINGS = sharedWords.list('word-like-file-endings')

/** `Merci.de rien`: a sentence without its space */
const NO_TROUBLE = /^ (?:rien|nada)(?!\p{L})/u

/** Hosts whose paths are letters and digits that nobody chose. */
const SHORTENERS =
  /^(?:t\.co|youtu\.be|goo\.gl|lnkd\.in|dlvr\.it|ow\.ly|buff\.ly|is\.gd|ift\.tt|fb\.me|wp\.me|pic\.twitter\.com)$/i

/** Nothing but other topics and addresses */
const TOPICS_TO_END = /^(?: ?#[\p{L}_][\p{L}\p{M}\d_]{0,60}| https?:\S{0,60}| ?\p{Extended_Pictographic}){0,9}\s*$/u

/** At least three words, of which the last is not short: neither `see` nor a preposition */
const AFTER_SENTENCE = /(?:\S{1,20} ){2}\S{0,20}(?:[\p{L}\p{M}]{4}|\d{4}) $/u

/** A run of letters in an address: a word if one could say it, else letter by letter. */
export function sayLetters(letters: string, isEnding = false): string {
  const word = letters.toLowerCase()
  if (isEnding && SAID_ENDINGS.has(word)) return word
  if (!/^[a-z]+$/.test(word)) return word
  if (!isEnding && /^[A-Z]?[bcdfghjklmnpqrstvwz]?[aeiouy]$/.test(letters) && word.length === 2) return word
  if (word.length < 3 || ALWAYS_SPELLED.test(word) || isAlphabet(word)) return spellLetters(word)
  if (!/[aeiouy]/.test(word) || /^[^aeiouy]{4}|[^aeiouy]{5}/.test(word)) return spellLetters(word)
  // `anwb`, `aclvb`
  if (word.length < 6 && /[^aeiouy]{3}$/.test(word) && !SAID_CLOSING.test(word) && !couldBeSaid(word))
    return spellLetters(word)
  return word
}

/** `cALAtgITa1`: letters and digits that nobody chose, such as the ends of short addresses. */
function isRandom(segment: string): boolean {
  if (!/^[A-Za-z\d_]{5,60}$/.test(segment)) return false
  const runs = segment.match(/[A-Z]?[a-z]{1,60}|[A-Z]{1,60}|\d{1,60}/g) ?? []
  const letters = runs.filter((run) => !/\d/.test(run))
  return runs.length > 2 && segment.length < 3 * runs.length && letters.every((run) => run.length < 5)
}

/** Short words that join what a topic has in capitals: `#LAVOROperTUTTI`. */
const JOINS_CAPITALS =
  /^(?:[aeiyou]|a[il]|all[ae]|aos?|au|con|contra|d[aeiou]s?|dell?a?|der?|die|das|en|et|est|für|in|il|la|le|les|los|las|mit|nell?a?|non?|of|ou|para|per|por|pour|que|sans|sem|sin|su|sull?a?|sur|the|und|van|von|voor|met)$/
/** Where small letters follow several capitals, the last of which begins a word: `PDFReader`, unless `per` or what nobody could say follows, as in `MIDAperRUOLO`. */
function partCapitals(written: string): string {
  return written.replaceAll(
    /([A-ZÀ-ÖØ-Þ]{2,60})([a-zà-öø-ÿ]{1,60})(?=([A-ZÀ-ÖØ-Þ]?))/g,
    (whole, capitals: string, small: string, next: string) =>
      (next !== '' && JOINS_CAPITALS.test(small)) || (small.length > 2 && !couldBeSaid(capitals.slice(-1) + small))
        ? `${capitals} ${small} `
        : whole,
  )
}

/** Addresses of the Web and of e-mail, hashtags and handles. */
export function netAddresses(grammar: Grammar): readonly Expansion[] {
  const { at, dot, slash, dash, underscore, colon, hashtag, others } = grammar.net
  const marks: Readonly<Record<string, string>> = {
    '@': at,
    '.': dot,
    '/': slash,
    '-': dash,
    _: underscore,
    ':': colon,
    ...others,
  }
  const sayParts = (written: string): string =>
    [...written.matchAll(/[A-Z]?[a-zà-öø-ÿ]{1,60}|[A-ZÀ-ÖØ-Þ]{1,60}(?![a-z])|[\p{L}\p{M}]{1,60}|\d{1,60}|[^\p{L}\d]/gu)]
      .map(([run]) => {
        if (/^\d/.test(run)) return digitByDigit(run, grammar)
        return marks[run] ?? (/^\p{L}/u.test(run) ? sayLetters(run) : '')
      })
      .filter((part) => part !== '')
      .join(' ')
  /** `#OGXP3`: letters before a figure as in a text */
  const sayTopic = (name: string): string => {
    const [, letters = '', digits = ''] = /^([A-Za-z]{3,5})(\d{1,4})$/.exec(name) ?? []
    const isCode = letters !== '' && !couldBeSaid(letters) && !grammar.acronyms.has(letters.toLowerCase())
    return isCode
      ? `${spellLetters(letters)} ${grammar.cardinal(Number(digits), ALONE)}`
      : partCapitals(name.replaceAll('_', ' '))
          .trim()
          .split(' ')
          .map((word) => (JOINS_CAPITALS.test(word) ? word : sayName(word)))
          .join(' ')
  }
  const isNamed = new RegExp(
    `(?:(?:^|[^\\p{L}\\p{M}])(?:ب?ال)?(?:hash-?tags?|${hashtag}|هاشتا[غقج])|ハッシュタグ)[:"'「( ]{1,3}$`,
    'iu',
  )
  const saySegments = (path: string, isShort: boolean): string =>
    path
      .split(/(?<=[/?#&=.~+%-])|(?=[/?#&=.~+%-])/)
      .map((segment) =>
        isRandom(segment) || (isShort && /\d|.\p{Lu}/u.test(segment))
          ? [...segment].map(sayCharacter).join(' ')
          : sayParts(segment),
      )
      .filter((part) => part !== '')
      .join(' ')
  const sayCharacter = (character: string): string =>
    /\d/.test(character) ? digitByDigit(character, grammar) : character.toUpperCase()
  const sayName = (name: string): string => (/[_\s\dA-Z]/.test(name.slice(1)) ? sayParts(name) : name)
  const sayHost = (host: string): string =>
    host
      .split('.')
      .map((label, i) => (i > 0 && /^[A-Za-z]+$/.test(label) ? sayLetters(label, true) : sayParts(label)))
      .join(` ${dot} `)
  const sayUrl = (host: string, path: string): string =>
    [sayHost(host), saySegments(path.replace(/\/$/, ''), SHORTENERS.test(host))].filter((part) => part !== '').join(' ')
  const opensAddress = (before: string): boolean => !/[\p{L}\d@._-]$/u.test(before)
  const email = new RegExp(
    `(?<user>[A-Za-z0-9À-ÖØ-öø-ÿ](?:[A-Za-z0-9À-ÖØ-öø-ÿ._+-]{0,60}[A-Za-z0-9À-ÖØ-öø-ÿ_-])?)@(?<host>${HOST})`,
    'uy',
  )
  const url = new RegExp(String.raw`(?:https?:\/\/)(?<host>${HOST}|localhost)(?<path>${PATH})`, 'uyi')
  const www = new RegExp(String.raw`(?<host>www\.${HOST})(?<path>${PATH})`, 'uyi')
  const bare = new RegExp(
    String.raw`(?<host>(?:${LABEL}\.){1,4}(?:${ENDINGS}))(?![A-Za-zÀ-ÿ0-9_@-])(?!\.[A-Za-z0-9])(?<path>${PATH})`,
    'uy',
  )
  /** The words of a name alone are said as such; a path is dictated. */
  const sayFile = (written: string): string =>
    [
      ...(written.includes('/') ? written : written.replaceAll(/(?<=[\p{L}\d])[-_](?=[\p{L}\d])/gu, ' ')).matchAll(
        /[^\d.]{1,200}|\d{1,200}|\./g,
      ),
    ]
      .map(([run], at, runs) => {
        if (run === '.') return dot
        if (/\d/.test(run))
          return run.length < 5 && !/^0\d/.test(run) ? grammar.cardinal(Number(run), ALONE) : digitByDigit(run, grammar)
        return at === runs.length - 1 && runs[at - 1]?.[0] === '.' && /^[A-Za-z]+$/.test(run)
          ? sayLetters(run, true)
          : sayParts(run.replaceAll('*', ` ${grammar.symbols.get('*') ?? ''} `))
      })
      .join(' ')
  /** `a .pdf file`, `(.zip)`, and any in quotes, as of code */
  const readEnding = (written: string, before: string, after: string): string | undefined => {
    const ending = written.slice(1)
    const [, quote] = /(?:^|[^\p{L}\p{M}\d]|[\u0370-\uffff])(['"])$/u.exec(before) ?? []
    const isQuoted = quote !== undefined && after.startsWith(quote) && /^[a-z\d]+$/.test(ending)
    const isAlone = /(?:^|[\s(])$/.test(before) && FILE_ENDINGS.has(ending) && !WORD_LIKE_ENDINGS.has(ending)
    return isQuoted || isAlone ? sayFile(written) : undefined
  }
  const readFile: Expansion['read'] = ({ 0: written, groups }, { before, after }) => {
    const { kind, ending = kind } = groups ?? {}
    const isEnding = ending !== undefined && /^\.[A-Za-z\d]{1,8}$/.test(written)
    // `資料.pdf`: after a name in another script
    const isAfterName = isEnding && /[\u0370-\uffff]$/.test(before)
    if (isEnding && !isAfterName) return readEnding(written, before, after)
    if (!isEnding && /[\p{L}\p{M}\d@_/\\.-]$/u.test(before)) return undefined
    const isFile = ending === undefined || written.startsWith('*.') || FILE_ENDINGS.has(ending.toLowerCase())
    // `Bonne nuit.Bat` begins a sentence, `Se acabó.old` perhaps too.
    if (/\.[A-Z][a-z]{0,7}$/.test(written)) return undefined
    if (!/[/_*-]/.test(written) && !/['"]$/.test(before) && WORD_ENDING.test(written)) return undefined
    return isFile && !/^\d{1,60}\.[^\d]{0,8}$/.test(written) ? sayFile(written) : undefined
  }
  const readAddress: Expansion['read'] = ({ 0: whole, groups }, { before, after }) => {
    if (!opensAddress(before)) return undefined
    const { host = '', path = '' } = groups ?? {}
    if (path === '' && !/^http/i.test(whole) && !/['"]$/.test(before) && WORD_ENDING.test(host)) return undefined
    if (host.endsWith('.de') && NO_TROUBLE.test(after)) return undefined
    const spoken = sayUrl(host, path)
    // What a message links to is no part of its sentence.
    if (!SHORTENERS.test(host)) return spoken
    const said = { spoken: /^ [\p{L}@]/u.test(after) ? `${spoken},` : spoken, length: whole.length }
    return AFTER_SENTENCE.test(before) ? { ...said, pause: ',' } : said
  }
  return [
    {
      category: 'url',
      first: /[A-Za-z0-9À-ÖØ-öø-ÿ]/,
      next: /[@._+\d-]/,
      pattern: email,
      read: ({ groups }, { before }) =>
        opensAddress(before) ? `${sayParts(groups?.user ?? '')} ${at} ${sayHost(groups?.host ?? '')}` : undefined,
    },
    {
      // `http:/…`, `htt…`, `https://example.com/pa…`: what was cut off
      category: 'url',
      first: /h/i,
      words: new Set(['ht', 'htt', 'http', 'https']),
      pattern:
        /https?:\/{1,2}[^\s…"'()<>./]{0,60}…|https?:\/\/[^\s…"'()<>/]{1,60}\/[^\s…"'()<>]{0,200}…|(?:htt?|https?:?\/{0,2})(?:…|\.{3})|https?:\/{1,2}(?=$|[\s.,;!?"')])/iuy,
      read: (_match, { before }) => (opensAddress(before) ? '' : undefined),
    },
    { category: 'url', first: /h/i, words: new Set(['http', 'https']), pattern: url, read: readAddress },
    { category: 'url', first: /w/i, words: new Set(['www']), pattern: www, read: readAddress },
    { category: 'url', first: /[a-z\d]/i, next: /[.\d-]/, pattern: bare, read: readAddress },
    { category: 'url', first: /[a-z\d]/i, next: /[./_\d-]/, pattern: new RegExp(FILE, 'y'), read: readFile },
    {
      category: 'url',
      first: /[@~./*]/,
      pattern: new RegExp(`${DOT_FILE}|${PACKAGE}|${FILE}|${ENDING_IN_COMPOUND}`, 'y'),
      read: readFile,
    },
    {
      category: 'url',
      first: /[#@]/,
      pattern: /([#@])([\p{L}_][\p{L}\p{M}\d_]{1,60}|[\u4e00-\u9fff])/uy,
      read: ([whole, sign, name = ''], { before, after }) => {
        // `العام#الغد`, but `C#`, `Class#method`
        const isGlued = sign === '#' && /[\u0370-\uffff]$/.test(before) && /^[\u0370-\uffff]/.test(name)
        if (/[\p{L}\d]$/u.test(before) && !isGlued) return undefined
        // `the hashtag #sale`: said once
        const isTold = sign === '#' && isNamed.test(before)
        const said = sign === '@' ? `${at} ${sayName(name)}` : isTold ? sayTopic(name) : `${hashtag} ${sayTopic(name)}`
        // `#Nombre_del_tema y lo demás`: a topic of several words before the sentence
        const opens = sign === '#' && name.includes('_') && before.trim() === '' && /^ \p{L}/u.test(after)
        const spoken = opens || /^ ?[#@]\p{L}/u.test(after) ? `${said},` : said
        // After the sentence, not in it: `gol #futbol`, `el #futbol es`
        const isLast =
          sign === '#' &&
          !isTold &&
          TOPICS_TO_END.test(after) &&
          AFTER_SENTENCE.test(before) &&
          !/#[\p{L}\p{M}\d_]{1,40} $/u.test(before)
        return isLast || isGlued ? { spoken, length: whole.length, pause: ',' } : spoken
      },
    },
    {
      // `#14julio`, `#3consejos`, but `piso #12B`, `#5 en ventas`
      category: 'url',
      first: /#/,
      pattern: /#([1-9]\d{0,3})_?(\p{L}\p{M}{0,2}(?:\p{L}\p{M}{0,2}){2}[\p{L}\p{M}\d_]{0,58})/uy,
      read: ([, value = '', name = ''], { before }) =>
        /[\p{L}\p{M}\d#&]$/u.test(before)
          ? undefined
          : `${hashtag} ${grammar.cardinal(Number(value), ALONE)} ${sayTopic(name)}`,
    },
    {
      // Paths of files
      category: 'url',
      first: /\//,
      pattern: /(?:\/[A-Za-z0-9_.-]{1,60}){2,10}/y,
      read: ([path], { before }) => (/[\p{L}\d)]$/u.test(before) ? undefined : sayParts(path)),
    },
  ]
}
