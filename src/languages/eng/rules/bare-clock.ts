import type { Context, Expansion } from '../../reading/expansion.ts'
import { isChat } from './chat-context.ts'
import { cardinal } from './number-words.ts'

/** What happens at an hour. */
const HAPPENS =
  /(?:^|[^\p{L}])(?:alarm|appointment|appt|arriv(?:e[sd]?|ing)|begins?|breakfast|brunch|bus|call|cal+ing|check(?:ing)?[ -]?(?:in|out)|class(?:es)?|clos(?:e[sd]?|ing)|com(?:e[s]?|ing|in)|depart(?:s|ed|ing|ure)?|dinner|doors|ends?|ended|film|finish(?:e[sd]|ing)?|flight|free|game|get(?:s|ting)? (?:here|home|there|to|up|off|in)|got (?:here|home|there|to|up|off|in)|gym|here|home|kickoff|land(?:s|ed|ing)?|lectures?|leav(?:e[s]?|ing|in)|left|lunch|meal|meet(?:s|ing|in)?|met|movie|moved|mtg|opens?|party|pick(?:s|ed|ing)?|practice|pushed|reach(?:e[sd])?|reception|ready|rescheduled|reservation|ring|school|see|service|session|shift|show|sleep|sta(?:rt(?:s|ed|ing)?|y)|there|today|tomorrow|tonight|train|wake|wa(?:it|s|nt)|woke|work(?:s|ed|ing)?|yesterday|\w{3,6}day)(?!\p{L})/iu
/** What one does at an hour, with the hour right after it; what is counted does not follow. */
const HAPPENS_NEAR =
  /(?:^|[^\p{L}])(?:arriv(?:e[sd]?|ing)|begins?|came|com(?:es?|ing|in)|depart(?:s|ed|ing)?|finish(?:e[sd]|ing)?|(?:get(?:s|ting)?|got) (?:here|home|there|up|off|in)|here|home|land(?:s|ed|ing)?|leav(?:es?|ing|in)|left|meet(?:s|ing|in)?|met|(?:pick|drop)(?:s|ed|ing)? (?:\p{L}{2,8} ){1,2}(?:up|off)|opens?|ready|rescheduled|start(?:s|ed|ing)?|there|today|tomorrow|tonight|wakes?(?: up)?|wak(?:ing|en) up|woke(?: up)?|work(?:s|ed|ing)?|\w{3,6}day)(?: (?:back|by|in|out|over|round))? (?:(?:about|abt|after|ard|around|b4|before|between|by|from|since) )$/iu
/** Nothing but an hour is said so, whatever happens then. */
const TEMPORAL = /(?:^|[^\p{L}])(?:after|b4|before|since) $/iu
/** What is measured, sold or counted at a figure. */
const MEASURED =
  /(?:^|[^\p{L}])(?:address|altitude|apartment|at (?:least|most)|attendance|balance|averag\w{1,4}|bids?|bidding|bills?|exit|fees?|freeway|highway|packages?|plans?|rent|rooms?|route|tickets?|turn|bak(?:e|ed|ing)|bench\w{0,6}|bpm|budget\w{0,3}|came in|capp?(?:ed)?|clocked|cholesterol|cook(?:ed|ing)?|costs?|cruis(?:e[sd]?|ing)|count(?:ed|s)?|degrees|elevation|estimated|fix(?:ed)|fly(?:ing)?|gauge|glucose|grew|headcount|heat|hold(?:s|ing)?|hover\w{0,3}|index|level|listed|lives?|needle|located|maxed|oven|page|peak(?:s|ed)?|population|pre-?heat(?:ed)?|pressure|pric(?:e[sd]?|ing)|profit|pulse|rank(?:s|ed)?|rat(?:e[sd]?|ing)|readings?|records?|resides?|revenue|roast(?:ed)?|rpm|sales|sat|scor(?:e[sd]?|ing)|sell(?:s|ing)?|set|shares?|sits|sold|speed|squat\w{0,4}|stands?|stocks?|stood|temp(?:erature)?s?|topp?(?:ed)?|total(?:s|ed)?|trad(?:e[sd]?|ing)|valued?|volume|weigh(?:s|ed|t|ing)?|weight)(?!\p{L})/iu

const END = String.raw`\s{0,3}$|[.,;!?)](?!\d)| [!?]|\n`
const DAY_NEXT = String.raw` (?:today|tonight|tomorrow|tmrw?|tmw|yesterday|sharp|ish|instead|local|at the latest|or (?:earlier|later|so)|[ECMP][SD]?T(?!\p{L})|on (?:mon|tue|wed|thu|fri|sat|sun)|in the (?:morning|afternoon|evening)|(?:mon|tues?|wed(?:nes)?|thu(?:rs)?|fri|sat(?:ur)?|sun)(?:day)?s?(?!\p{L})|2day|2nite|2moro|2morrow)`
const DAY = new RegExp(`^${DAY_NEXT}`, 'iu')
const ENDS = new RegExp(`^(?:${END}|${DAY_NEXT})`, 'iu')
const GOES_ON =
  /^ (?:and|ar|at|b4|because|before|but|by|den|from|he|i|if|in|is|k|la|lah|lor|n|near|ok|or|outside|please|pls|plz|she|so|that|then|they|this|to|u|was|we|when|with|xx?|you|for (?:an?|dinner|lunch|the|our|my|ur|your|drinks))(?!\p{L})/iu

const AT = /(?:^|[^\p{L}\d])(?:at|@)(?: (?:about|around|like))? ?$/iu
const AT_OR_UNTIL = /(?:^|[^\p{L}\d])(?:@|abt|after|around|at|b4|before|by|til|till|until) $/iu
const UNTIL = /(?:^|[^\p{L}])(?:til|till|until) $/iu
const PUT_OFF =
  /(?:^|[^\p{L}])(?:moved|postponed|pushed|rescheduled)(?: (?:back|up|forward))? (?:to|from|til|till|until) (?:\d{3,4} from )?$/iu
/** The other end of `between 1015 and 1130`. */
const OTHER_END = /^ and (?:1[0-2]|[1-9])[0-5][05](?!\d)/

const SHOWN_AT =
  /(?:^|[^\p{L}])(?:alarm|bus|class|film|flight|game|lecture|lesson|meeting|movie|mtg|show|slot|timing|train|tutorial)s? (?:(?:at|after|aft|b4|before|got|in|on|\p{L}{3,6}day|[1-9]\d?) ){0,4}(?:is|are|got|starts?) $/iu
const NOW =
  /(?:^|[^\p{L}])(?:it'?s|it is|time is)(?: already| now)? $|(?:^|[.!?,] |but |oh |so )(?:already|now)(?: is)? $/iu

/** What is numbered, so that figures after it are no hour */
const NUMBERED_PLACE = '(?:block|bus|exit|flat|gate|house|level|no|platform|room|route|unit)'
/** `meet at the pier 930 ?`: the place stands before the hour; in a message. */
const MEETS_AT = new RegExp(
  String.raw`(?:^|[^\p{L}])(?:c|meet(?:ing|in)?|see)(?: (?:me|u|us|you|ya))? (?:at|@|in|outside)(?: (?!${NUMBERED_PLACE} )\p{L}{3,15}){1,2} $`,
  'iu',
)

/** What messages close a question or a plan with */
const SAID_AFTER = /^ (?:can|k|la|lah|leh|lor|ok|okay|pls|plz|then|thx|thanks|xx?)(?!\p{L})/iu
/** `i reach ard 630`, in a message; elsewhere numbers reach about 630. */
const REACHES_AROUND = /(?:^|[^\p{L}])(?:reach|reachin|reaching) (?:abt|ard|around|by) $/iu

const FIGURES = '(?<hour>1[0-2]|[1-9])(?<minute>[0-5][05])'

/** Whether figures without a colon are an hour and its minutes here: `meet at 530`, but not `sold at 530`. */
function isClock(minute: string, { before, after }: Context): boolean {
  const clause = /[^.!?;\n]{0,48}$/.exec(before)?.[0] ?? ''
  if (minute === '00' || MEASURED.test(clause)) return false
  const ends = ENDS.test(after)
  if (NOW.test(clause) && (/^ (?:oredi|already|now|liao)(?!\p{L})/iu.test(after) || (ends && minute !== '50')))
    return true
  if (REACHES_AROUND.test(clause)) return minute !== '50' && ends && isChat({ before, after })
  if (MEETS_AT.test(clause)) return minute !== '50' && (ends || SAID_AFTER.test(after)) && isChat({ before, after })
  if (!ends && !GOES_ON.test(after)) return false
  const happens = HAPPENS.test(clause) || DAY.test(after)
  // Amounts are as often 150, 250 and so on.
  if (AT.test(clause)) return happens || minute !== '50'
  if (UNTIL.test(clause) || PUT_OFF.test(clause)) return true
  // Amounts, too, are about 250 or 350.
  if (TEMPORAL.test(clause)) return happens && ends && minute !== '50'
  // `da next show is 850`
  if (SHOWN_AT.test(clause)) return ends && isChat({ before, after })
  if (!HAPPENS_NEAR.test(clause)) return false
  return ends ? minute !== '50' : /between $/i.test(clause) && ENDS.test(after.replace(OTHER_END, ''))
}

const minutes = (minute: string): string => (minute.startsWith('0') ? `oh ${cardinal(minute)}` : cardinal(minute))

/** Times of day without a colon, as people write them in haste. */
export const bareClocks: readonly Expansion[] = [
  {
    category: 'time',
    first: /[1-9]/,
    pattern: new RegExp(String.raw`${FIGURES}(?:(?=ish(?!\p{L}))|(?![\p{L}\d%°'"]|[-–.,:/]\d| ?%))`, 'uy'),
    read: (match, context) => {
      const { hour = '', minute = '' } = match.groups ?? {}
      const isAbout = context.after.startsWith('ish')
      const after = isAbout ? context.after.slice(3) : context.after
      if (/[\d.,:/$€£#-]$/.test(context.before)) return undefined
      return isClock(minute, { before: context.before, after }) ? `${cardinal(hour)} ${minutes(minute)}` : undefined
    },
  },
  {
    // `c u at 9.30`
    category: 'time',
    first: /[1-9]/,
    pattern:
      /(?<hour>1[0-2]|[1-9])\.(?<minute>[0-5][05])(?![\p{L}\d%°'"]|[-–.,:/]\d| ?(?:%|billion|degrees|dollars|each|kg|km|m|miles|million|per|percent|points|pounds|seconds)(?!\p{L}))/uy,
    read: (match, context) => {
      const { hour = '', minute = '' } = match.groups ?? {}
      return AT_OR_UNTIL.test(context.before) && isChat(context)
        ? `${cardinal(hour)} ${minute === '00' ? "o'clock" : minutes(minute)}`
        : undefined
    },
  },
  {
    // `open 9-530`, `class 930-1045`
    category: 'time',
    first: /[1-9]/,
    pattern: new RegExp(
      String.raw`(?<from>1[0-2]|[1-9])(?<past>[0-5][05])? ?[-–] ?${FIGURES}(?![\p{L}\d%°'"]|[-–.,:/]\d| ?%)`,
      'uy',
    ),
    read: (match, { before, after }) => {
      const { from = '', past = '00', hour = '', minute = '' } = match.groups ?? {}
      const isOpen =
        /(?:^|[^\p{L}])(?:at|class(?:es)?|daily|from|hours|is|lecture|lunch|meeting|mtg|open|practice|school|session|shift|works?|working|\w{3,6}day|mon|tues?|wed|thu(?:rs)?|fri|sat|sun):? $/iu.test(
          before,
        ) &&
        (ENDS.test(after) || /^ (?:and|every|m(?:on)?(?!\p{L})|mon|weekdays)/iu.test(after))
      if (!isOpen || minute === '00') return undefined
      const first = past === '00' ? cardinal(from) : `${cardinal(from)} ${minutes(past)}`
      return `${first} to ${cardinal(hour)} ${minutes(minute)}`
    },
  },
]
