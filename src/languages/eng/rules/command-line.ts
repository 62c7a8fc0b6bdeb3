import { CALLED as SHARED } from '../../reading/commands.ts'
import type { Expansion } from '../../reading/expansion.ts'
import { spellLetters } from './initialism.ts'
import { sayEnding } from './net-reading.ts'
import { cardinal } from './number-words.ts'
import { isSentenceWord } from './sentence-words.ts'

/** Where an option may begin: not in the middle of a word or a number. */
const OPENS = /(?:^|[\s'"([{|/,=])$/
/** A word in lower case, or another option and what it is given. */
const COMMAND_BEFORE =
  /(?:^|[\s'"(])(?:(?:\.{1,2}\/)?[a-z][a-z\d./_-]{1,20}|[a-z]{2,12} [a-z]|--?[A-Za-z][\w-]{0,20}(?: [\w."'][\w.:/"']{0,30})?) $/
const NO_COMMAND =
  /(?:^|[^\p{L}])(?:an?|and|are|as|because|but|by|equals|from|get|if|in|is|it|me|minus|of|on|or|plus|so|than|that|the|then|this|times|to|was|when) $/iu
const OPTION_NOUN = '(?:arg(?:ument)?|flag|option|parameter|switch)(?:e?s)?'
/** `the -v flag`, `-R and -W`: of options one says what they are, or names several. */
const OPTION_AFTER = new RegExp(
  String.raw`^['"]?(?:,? (?:and |or )?| ?[|/] ?)['"]?--?[A-Za-z]|^['"]? (?:(?:cli|command[- ]line) )?${OPTION_NOUN}(?!\p{L})`,
  'iu',
)
const OPTION_BEFORE = new RegExp(
  String.raw`(?:^|[^\p{L}])${OPTION_NOUN}(?: (?:are|called|is|like|of|to|with))?:? ['"(]?$|(?:^|[\s'"(,|/\[])--?[A-Za-z][\w-]{0,20}['"]?(?:,? (?:(?:and|or) )?|[,|/] ?)['"]?$`,
  'iu',
)
/** Another one in the same sentence. */
const OPTION_IN_SENTENCE = /(?:^|[\s'"(])--?[A-Za-z][\w-]{0,20}['"]?(?= )[^.!?]{0,46}$/u
/** Of endings of words: `the plural -s`, `the -s ending` */
const ENDING_BEFORE = /(?:^|[^\p{L}])(?:endings?|plurals?|prefix(?:es)?|suffix(?:es)?) ['"]?$/iu
const ENDING_AFTER = /^['"]? (?:and ['"]?-\p{L}{1,4}['"]? )?(?:endings?|forms?|plurals?|suffix(?:es)?)(?!\p{L})/iu
/** What one does with options. */
const OPTION_GIVEN =
  /(?:^|[^\p{L}])(?:add(?:ing)?|omit(?:ting)?|pass(?:ing)?|specify(?:ing)?|suppl(?:y|ied|ying)|us(?:e|ed|ing)|with|without) (?:the )?['"(]?$/iu
/** Variables of a formula, and the words of a sentence about one. */
const FORMULA = /[=+*^<>√]|(?:^|[^\p{L}])(?:axis|between|coordinates?|equation|negative|roots?|values?)(?!\p{L})/iu
/** `--method fast --size 10`: after another and its value, or as a remark of a script: `# --size 10` */
const OPTION_AND_VALUE_BEFORE = /(?:^|[\s'"(])--[a-z][\w-]{1,30}[ =][\w./:]{1,30} $|(?:^|\n)[ \t]{0,8}# $/
/** A second dash closes what the first one opened: `she left --never to return--`. */
const CLOSING_DASH = /^[^-\n]{1,46}(?:\p{L}--(?![\p{L}-])| --(?= |$))/u

/** What a pipe leads to: programs whose names are no words, and words that stand for one before an option or the end. */
const PROGRAMS =
  'awk|base64|bash|egrep|gawk|grep|gzip|jq|md5sum|openssl|perl|pv|python3?|rg|sed|sh|sha256sum|ssh|uniq|wc|xargs|xxd|zcat|zsh'
const WORDS_OR_PROGRAMS = 'column|cut|head|less|more|nl|node|od|sort|tail|tee|tr'
/** Programs that are called at a prompt. */
const CALLED = `${PROGRAMS}|${SHARED}`
const CALLED_BEFORE = new RegExp(
  String.raw`(?:^|[\s'"(|$])(?:(?:${CALLED})(?![\p{L}\d])|[\w./-]{0,30}\.(?:exe|js|jar|py|sh|ts) )[^\n]{0,60}$`,
  'u',
)
const FIND_BEFORE = /(?:^|[\n$|'"(] ?)find [^\n]{0,60}$/
const OF_FIND = /^(?:a?min|atime|ctime|delete|empty|exec|i?name|mtime|not|perm|print|prune|size|type|user)$/
/** At the start of a line or after a pipe, what is piped most: `cat file |` */
const PIPED_BEFORE = /(?:^|[\n$|] ?)(?:cat|cut|df|du|echo|find|head|history|sort|tail|tee|tr)(?: [^\n]{0,60})?$/
const COMMAND = new RegExp(`^(?:${CALLED}|cat|echo|find|go|make)(?![\\w-])`)
/** Whether a line calls a program that is known. */
export const isCommand = (line: string): boolean => COMMAND.test(line)

/** Where `$1` is the first of what a program was given, and no price. */
const VARIABLE_BEFORE = [
  // `awk '{print $1, $3}'`
  String.raw`\{ ?print(?:f? [^{}\n]{0,40})? ?$`,
  String.raw`(?:^|[^\p{L}])awk [^\n]{0,40}['{][^\n]{0,40}$`,
  // `WHERE id = $1`, `VALUES ($1, $2)`
  String.raw`(?:^|[^\p{L}])(?:AND|OR|SET|WHERE)(?!\p{L})[^.!?\n]{0,40}[=<>] ?$|(?:LIMIT|OFFSET) $|VALUES ?\([^()\n]{0,40}$`,
  // `echo $1`, `cd "$1"`, `if [ -z "$1" ]`
  String.raw`(?:^|[\s(;])(?:echo|printf) "?$|(?:(?:^|[\s(;])(?:case|cat|cd|cp|exec|exit|in|mkdir|mv|return|rm|source|test|-[a-z]|\[) |[a-z_]=)"$`,
  String.raw`(?:^|[^\p{L}])(?:argument|backreference|parameter|placeholder|variable)s?(?: like)? (?:['"]?\$\d['"]?(?:,? (?:and |or )?)){0,3}['"(]?$`,
  // `$1$2`, `$1_$2`
  String.raw`\$\d_?$`,
].map((source) => new RegExp(source, 'u'))
const VARIABLE_AFTER =
  /^(?:\$\d|_\$\d|\})|^['"]? (?:argument|parameter|placeholder|variable)s?(?!\p{L})|^['"] (?:contains|holds|refers)(?!\p{L})/u
/** `sed 's/$1/$2/'`, but not the prices `$2/$3` */
const BESIDE_BEFORE = /\$\d[/:]$/
const BESIDE_AFTER = /^[/:]\$\d/
const OF_PROGRAM = /(?:^|[^\p{L}])(?:awk|docker|echo|perl|printf|regex|sed)(?!\p{L})|[{}]/u
/** An amount that is told as one: `between $1 and $2`. */
const PRICED =
  /(?:^|[^\p{L}])(?:between|costs?|for|just|only|paid|pay|save|spend|under) \$\d(?: (?:and|or|to) |, ?|-)$/iu

/** Options, pipes and arguments, as programs are called by. */
export const commandLines: readonly Expansion[] = [
  {
    // `npm i -g`, `rm -rf`, `the -v flag`
    category: 'serial',
    first: /-/,
    pattern: /-(?<flag>[A-Za-z]{1,6})(?=[\s'".,;:)\]/=|]|$)/y,
    read: ({ groups }, { before, after }) => {
      const flag = groups?.flag ?? ''
      if (!OPENS.test(before) || /minus $/.test(before)) return undefined
      const isCalled =
        (COMMAND_BEFORE.test(before) && !NO_COMMAND.test(before)) ||
        CALLED_BEFORE.test(before) ||
        PIPED_BEFORE.test(before)
      // `find /srv -name "*.txt"`
      if (flag.length > 2 && OF_FIND.test(flag) && FIND_BEFORE.test(before)) return `dash ${flag}`
      const isListed = OPTION_AFTER.test(after) || OPTION_BEFORE.test(before)
      if (flag.length > 1 && /[aeiouy]/i.test(flag))
        return isCalled && isListed ? `dash ${flag.length > 2 ? flag : spellLetters(flag)}` : undefined
      if (ENDING_BEFORE.test(before) || ENDING_AFTER.test(after)) return undefined
      const isVariable = /^[a-z]$/.test(flag) && FORMULA.test(before + after)
      const isNamed = isListed || OPTION_GIVEN.test(before) || OPTION_IN_SENTENCE.test(before)
      return (isCalled && !(isVariable && /[xyz]/.test(flag))) || (isNamed && !isVariable)
        ? `dash ${spellLetters(flag)}`
        : undefined
    },
  },
  {
    // `npm install --save-dev`; the name is read on its own
    category: 'symbol',
    first: /-/,
    pattern: /--(?=(?<name>[A-Za-z][A-Za-z\d]{1,30}(?<rest>(?:-[A-Za-z\d]{1,30}){0,6}))(?![-\p{L}\p{M}]))/uy,
    read: ({ groups }, { before, after }) => {
      const { name = '', rest = '' } = groups ?? {}
      if (!OPENS.test(before)) return undefined
      const next = after.slice(name.length)
      const isNamed =
        rest !== '' ||
        next.startsWith('=') ||
        OPTION_AFTER.test(next) ||
        OPTION_BEFORE.test(before) ||
        OPTION_GIVEN.test(before) ||
        (/['"]$/.test(before) && /^['"]/.test(next)) ||
        (OPTION_AND_VALUE_BEFORE.test(before) && !isSentenceWord(name) && !CLOSING_DASH.test(after))
      const isCalled =
        COMMAND_BEFORE.test(before) &&
        (CALLED_BEFORE.test(before) ||
          (/^(?:help|quiet|verbose|version)$/.test(name) && /^(?:[.,;:)'"]|\s{0,3}$)/.test(next)))
      if (!isNamed && (!isCalled || isSentenceWord(name) || CLOSING_DASH.test(after))) return undefined
      return 'dash dash'
    },
  },
  {
    // `cat access.log | grep 404 | sort -n`
    category: 'symbol',
    first: /\|/,
    pattern: new RegExp(
      String.raw`\| ?(?=(?:${PROGRAMS})(?=[\s'"]|$)|(?<word>${WORDS_OR_PROGRAMS})(?=[\s'")|]|$)(?<option> (?:-[a-z\d]|['"[]|[a-z]-[a-z]))?)`,
      'y',
    ),
    read: ({ 0: pipe, groups }, { before }) =>
      /(?:^|\n)[ \t]{0,8}\|[^\n]*$/.test(before) ||
      !/[a-z\d_.'")/*}] ?$/.test(before) ||
      (groups?.word !== undefined &&
        groups.option === undefined &&
        !CALLED_BEFORE.test(before) &&
        !PIPED_BEFORE.test(before))
        ? undefined
        : { spoken: 'pipe', length: pipe.length, pause: ',' },
  },
  {
    // `*.log`: names of files that end so
    category: 'symbol',
    first: /\*/,
    pattern: /\*\.(?<ending>[a-z]\w{0,5})(?![\w*])/y,
    read: ({ groups }, { before }) =>
      /(?:^|[\s'"(,/])$/.test(before) ? `star dot ${sayEnding(groups?.ending ?? '')}` : undefined,
  },
  {
    // `find /srv -name *`, `rm *`
    category: 'symbol',
    first: /\*/,
    pattern: /\*(?=['"]?(?: [|;]| ?$))/y,
    read: (_match, { before }) =>
      /[\s'"]$/.test(before) && (CALLED_BEFORE.test(before) || PIPED_BEFORE.test(before)) ? 'star' : undefined,
  },
  {
    // `print $2`, `WHERE id = $1`
    category: 'serial',
    first: /\$/,
    pattern: /\$(?<number>\d)(?![\d.,]\d|[\p{L}\d%]| ?(?:[kKmM]|billion|each|million|off|per|thousand)(?!\p{L}))/uy,
    read: ({ groups }, { before, after }) =>
      !PRICED.test(before) &&
      (VARIABLE_AFTER.test(after) ||
        VARIABLE_BEFORE.some((pattern) => pattern.test(before)) ||
        ((BESIDE_BEFORE.test(before) || BESIDE_AFTER.test(after)) && OF_PROGRAM.test(before + after)))
        ? `dollar ${cardinal(groups?.number ?? '')}`
        : undefined,
  },
]
