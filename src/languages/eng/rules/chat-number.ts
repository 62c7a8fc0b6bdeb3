import { isChat } from './chat-context.ts'

/** `no` or `nos`, and what stands around it. */
interface ShortNumber {
  readonly word: string
  readonly isCapitalized: boolean
  readonly before: string
  readonly after: string
}

/** Of these one says `no` for the number, without a full stop. */
const NUMBERED_IN_CHAT =
  /(?:^|[^\p{L}])(?:account|acct|apt|bus|flat|gate|unit|bank|bill|box|card|cell|contact|ext|fax|flight|helpline|house|invoice|landline|licen[cs]e|mob|mobile|order|passport|ph|phone|pin|plate|ref|reference|reg|registration|room|roll|route|serial|seat|short|sim|tel|telephone|ticket|tracking|vodafone|whatsapp) $/iu
const OWNED =
  /(?:^|[^\p{L}])(?:her|his|my|new|old|our|right|same|their|ur|whose|wrong|your|that|this|dat|dis|what|which) $/iu
/** What one does with somebody's number: `send me your no.` */
const ASKED =
  /(?:^|[^\p{L}])(?:(?:add|at|change[ds]?|forgot|from|gave|get|give|got|has|have|is|know|lost|need|on|pass|send|sent|share|take|to|what'?s)(?: (?:her|him|me|my|that|them|this|us))? (?!that|this|what|which)\p{L}{2,5}|(?:call|dial|ring|save|store|text|txt|use) \p{L}{2,5}) $/iu
/** `I said to her no.` */
const REFUSED =
  /(?:^|[^\p{L}])(?:answer\p{L}{0,3}|mean[st]?|repl(?:y|ied)|sa(?:id|ys?)|tell|told|voted?)(?!\p{L})[^.!?]{0,24}$/iu
const NUMBER_ENDS =
  /^(?:\s{0,3}$|[.,;:?!)/]| ?(?:=|-) ?\d| \d| (?:&|and|are|at|be|below|but|for|from|here|if|in|is|its|n|now|on|or|please|pls|plz|shown|so|starting|then|to|u|was|which|will|with|x{1,4})(?!\p{L}))/iu
/** `Mobile No. was drawn`, `Phone No: ____` */
const IS_OF_NUMBER = /^\.? ?:|^\.? (?:are|can|has|have|is|must|should|was|were|will)(?!\p{L})/u
const NUMBER_FOLLOWS = /^\.? (?:is|was) (?:still )?\+?\d/i
const NUMBER_ENDS_CLAUSE = /^(?:\s{0,3}$|[,;:?!]|\.(?!\p{L}| \p{Ll})| (?:pls|please|plz)(?!\p{L}))/iu
const SEVERAL =
  /(?:^|[^\p{L}])(?:all|any|both|different|dif|few|many|more|new|old|other|several|some|the|their|these|those|two|what|which|your|ur|my) $/iu

/** `phone no`, `ur no?`, `other nos`: numbers, as chat abbreviates them. */
export function numberInChat({ word, isCapitalized, before, after }: ShortNumber): string | undefined {
  if (isCapitalized && /^: ?\+?\d/.test(after)) return 'number'
  if (isCapitalized)
    return NUMBERED_IN_CHAT.test(before) && (/^[.:]{0,2} ?(?:is )?\+?\d/.test(after) || IS_OF_NUMBER.test(after))
      ? 'number'
      : undefined
  if (word === 'nos')
    return SEVERAL.test(before) || NUMBERED_IN_CHAT.test(before) || /^ of /.test(after) ? 'numbers' : undefined
  if (/^ of (?!course|all)\p{Ll}{3,}/u.test(after)) return 'number'
  if (NUMBERED_IN_CHAT.test(before)) return NUMBER_ENDS.test(after) ? 'number' : undefined
  if (!OWNED.test(before)) return undefined
  if (NUMBER_FOLLOWS.test(after)) return 'number'
  if (!NUMBER_ENDS_CLAUSE.test(after) || REFUSED.test(before)) return undefined
  return isChat({ before, after }) || (ASKED.test(before) && !after.startsWith(',')) ? 'number' : undefined
}
