/** Words that often open a sentence and are never the second part of a name. */
const SENTENCE_OPENERS =
  'A|After|All|Also|Although|An|And|Any|As|At|Because|Before|Both|But|By|Can|Did|Do|Does|Each|Even|Every|For|From|He|Her|Here|His|How|However|I|If|In|Instead|Is|It|Its|Later|Let|Many|Most|My|No|Nobody|None|Not|Nothing|Now|Of|On|Once|One|Only|Or|Other|Others|Our|Perhaps|Please|She|Since|So|Some|Still|Such|That|The|Their|Then|There|These|They|This|Those|Though|To|Today|Two|Under|Until|Was|We|Were|What|When|Where|While|Who|Why|Will|With|Would|Yes|Yet|You|Your'
const OPENS_SENTENCE = new RegExp(`^["'(]?(?:${SENTENCE_OPENERS})(?![\\p{L}.])`, 'u')
/** Whether a word comes first that opens sentences and is no part of a name. */
export const startsWithOpener = (text: string): boolean => OPENS_SENTENCE.test(text)

const LAST_WORD = /(?:^|[^\p{L}\d'.])(\p{Lu}[\p{L}'.]{0,30}|\d{1,4}(?:st|nd|rd|th|ST|ND|RD|TH))[ \t]{1,3}$/u
/** Capitalized because they open a sentence, and no part of a name. */
const NO_NAME = new RegExp(
  `^(?:${SENTENCE_OPENERS}|Ask|Call|Dear|Drive|Follow|Go|Hello|Hi|Left|Meet|Near|Reach|Right|See|Take|Tell|Thank|Thanks|Toward|Turn|Visit)$`,
)

/** Whether a full stop that belongs to an abbreviation ends a sentence too, by what follows it. */
export const endsSentence = (after: string): boolean =>
  /^["')\]]{0,3}\s{0,3}$/.test(after) ||
  /^["')\]]{0,3}[ \t]{0,3}\n/.test(after) ||
  OPENS_SENTENCE.test(after.replace(/^["')\]]{0,3}\s{1,3}/, ''))

/** Whether a name follows: a capital after space, in no word that opens sentences. */
export const isBeforeName = (after: string): boolean =>
  /^[ \t\n]{1,2}["']?\p{Lu}/u.test(after) && !OPENS_SENTENCE.test(after.trimStart())

/**
 * Whether what stands before may be the head of a name such as `Main` or `5th`; weakly if it is capitalized but opens
 * the sentence.
 */
export function isAfterName(before: string): 'no' | 'weakly' | 'surely' {
  const [whole, word] = LAST_WORD.exec(before) ?? []
  if (whole === undefined || word === undefined || NO_NAME.test(word)) return 'no'
  const rest = before.slice(0, before.lastIndexOf(word))
  return /\d/.test(word) || !/(?:^|[.!?:\n"(])\s{0,3}$/.test(rest) ? 'surely' : 'weakly'
}

/** Whether a word may start here, that is, none runs up to here. */
export const opensWord = (before: string): boolean => !/[\p{L}\p{M}\d]$/u.test(before)
