import { placeSense, stateAfter } from './local-places.ts'
import type { Sentence } from './sentence.ts'
import { isPastVerb, senseOfRead } from './tense.ts'
import { senseByTopic } from './topics.ts'
import { verbScore } from './verb-score.ts'
import { isBareVerb } from './word-kinds.ts'

/** The sense of the homograph at that place; null leaves it to topics, parts of speech and usual senses. */
type ChooseSense = (sentence: Sentence, at: number) => string | null

const words = (list: string): ReadonlySet<string> => new Set(list.split(/\s+/))
const score = (sentence: Sentence, at: number, orAdjective = false): number =>
  verbScore(sentence, at, { inS: false, orAdjective })
const isNounLike = (sentence: Sentence, at: number): boolean => /^(?:noun|plural)$/.test(sentence.kind(at))
const standsInNounPhrase = (sentence: Sentence, at: number): boolean =>
  /^(?:determiner|possessive|demonstrative|adjective)$/.test(sentence.kind(at - 1))

const GEO_BEFORE = words('in to from near of at visit visited around via leaving leave reach reached for')
const ITALY = words('italy italian university')
/** A capital inside the sentence after a word of place, or before a state. */
const isPlace = (sentence: Sentence, at: number): boolean =>
  (sentence.isNamed(at) && GEO_BEFORE.has(sentence.word(at - 1))) ||
  (sentence.startsUpper(at) && stateAfter(sentence, at) !== undefined)

const LEARNED_PEOPLE = words(
  `professor professors scholar scholars man men woman friend friends colleague colleagues judge judges counsel society
  societies journal journals gentleman gentlemen doctor monk monks lawyer debate discourse treatise tone people`,
)
const AGED_PEOPLE = words(
  `man men woman women mother father parents parent couple person people relatives relative aunt uncle grandmother
  grandfather care population widow lady gentleman dog king queen patients`,
)
const BLESSED_THINGS = words(
  `virgin mother sacrament event day relief trinity lord saint peace silence thing memory are is moment rest`,
)
const LEAD_METAL_AFTER = words(
  `pipe pipes poisoning paint acid bullet bullets weight weights apron crystal pencil pencils shot mine mines ore balloon
  oxide solder exposure roof contamination dust glass batteries battery smelter foil levels content coffin`,
)
const METALS = words(
  'zinc copper tin mercury arsenic iron silver metal metals cadmium toxic water pipes heavy paint melted poisonous blood',
)
const LIVE_THINGS = words(
  `music show shows wire wires stream streams broadcast broadcasts performance performances audience album concert concerts
  television tv event events coverage recording recordings band bands theatre theater bait chat ammunition animals animal
  birds fish report reports update updates version feed video radio session sessions rounds cattle demo agent agents call
  calls action footage traffic data support captions entertainment mic yeast sport cams cam oak blog operator person
  representative human webinar class training translation transcription captioning poll site server environment system
  code coding preview view map tracking location photo photos score results crab lobster grenade target auction interview
  podcast tutorial workshop game match orchestra studio streaming link feedback weights bait customer customers`,
)
/** What one may live: `live our lives`, `live years longer`. */
const LIVED = words(
  'lives years days months weeks hours minutes decades centuries miles blocks steps doors others parents people upstairs downstairs overseas',
)
const LIVE_BEFORE = words(
  `go goes going went gone broadcast broadcasts stream streams streamed streaming appear appears appeared aired airs air sing sang play played playing plays perform performs
  performed performing shown coming reporting reported now recorded`,
)
const WATCHING = words('watch watched watching watches see saw seen stream catch heard listen listened')
const CLOSE_AFTER =
  words(`to enough by friend friends call calls second race range up relationship ties family look attention
  together behind contact quarters proximity watch examination eye relative relatives relation relations game fight
  shave ally allies contest finish match vote election observation encounter cooperation links link inspection`)
const BASEBALL = words('pitcher pitchers inning')
const CLOSE_BEFORE = words(
  'come came comes coming stay stayed stand stood standing sit sat sitting get gets got getting draw drew keep kept hold held live lived lives follow followed how too grow grew grown are not so',
)
const TAKING = words('take took taking takes final curtain')
const MINUTE_THINGS = words(
  `detail details amount amounts quantity quantities particle particles trace traces difference differences fraction
  fractions change changes crack cracks creature creatures organisms grains piece pieces variation variations fragments doses dose
  droplets hole holes inspection examination scratches`,
)
const WIND_AFTER = words('up down back around round its their through forward the your along')
const POLISH_NEXT = words(
  `people language food government president border army poet poetry president sausage film films workers worker minister
  troops pilots parliament church city cities town woman man men women students citizen citizens immigrants team players
  economy zloty history soldiers players kitchen literature grammar composer cuisine prime airline dumplings`,
)
const TEAR_PLACES = words(
  'contract agreement document label package packaging box envelope screen wallpaper carpet upholstery seat leather tire cloth hem tights stocking glove gown uniform backpack mesh membrane retina rotator labrum aorta esophagus couch cushion mattress tarp pillow blanket sheet sheets wing fabric jacket muscle ligament meniscus tendon paper shirt page pages sleeve dress jeans wear cuff sail canvas net tent coat trousers wall lining seam hole cartilage curtain bag rope fix mend patch hamstring knee shoulder calf cuff achilles groin bicep hip',
)

const WEEPING = words(
  'fell falls rolled rolls ran runs dropped slid streamed trickled welled ducts duct drop drops stains',
)
const EYES = words('eye eyes voice corner cheek')
const INVALID_PEOPLE = words('old poor elderly chronic bedridden lifelong wounded sick frail permanent helpless')
const KIN = words(
  'mother father parent parents wife husband son daughter brother sister child children aunt uncle grandmother grandfather',
)
const NICE_NEXT = words(
  'office airport team branch hotel store region carnival city train flight station university area location campus',
)
const FRANCE = words('france french cannes riviera monaco paris lyon marseille provence antibes')
const FEELING = words(
  'feel feels felt feeling get gets got getting grow grows grew growing become becomes became go went',
)
const LIMBS = words(
  'cheek cheeks ear ears nose hand hands finger fingers foot feet toe toes arm arms leg legs face lip lips tongue mouth gums jaw knee knees skin',
)
const REFUSE_NEXT = words(
  'collection collections collector collectors bin bins truck trucks disposal dump removal chute container bag bags sacks',
)
const QUARREL_NEXT = words('about over between with last yesterday this again')
const HAVING = words('had having have has into after another')
/** Buttons, and what is done with them. */
const PRESSING = words('press presses pressed pressing tap taps tapped click clicks clicked hit push select choose')
const BUTTONS = words(
  `close record import export insert present reject reset resume convert discard duplicate separate update upgrade
  transfer replay rewrite use`,
)
/** Before a command that is to be said or written: `Say resume or stop.` */
const SAYING = words('say saying says type enter reply text answer speak send')
const AFTER_COMMAND = words('or and to at when if now once twice again instead anytime please . , ! ? : ;')
const isButton = (sentence: Sentence, at: number, word: string): boolean => {
  if (!BUTTONS.has(word)) return false
  if (PRESSING.has(sentence.word(at - 1))) return !isNounLike(sentence, at + 1)
  const first = /^(?:or|and)$/.test(sentence.word(at - 1)) ? at - 2 : at
  if (SAYING.has(sentence.word(first - 1)) && (at + 1 >= sentence.length || AFTER_COMMAND.has(sentence.word(at + 1))))
    return true
  return /^(?:button|key|icon)$/.test(sentence.word(at + 1)) && sentence.word(at - 1) === 'the'
}

const SPECIAL: Readonly<Record<string, ChooseSense>> = {
  aged: (s, at) => {
    if (AGED_PEOPLE.has(s.word(at + 1)) && s.kind(at - 1) !== 'noun') return 'adj'
    return s.word(at - 1) === 'the' && !isNounLike(s, at + 1) ? 'adj' : 'vrb'
  },
  august: (s, at) => (!s.startsUpper(at) && isNounLike(s, at + 1) ? 'adj' : 'geo'),
  blessed: (s, at) => (BLESSED_THINGS.has(s.word(at + 1)) && s.kind(at - 1) !== 'subject' ? 'adj' : 'vrb'),
  bologna: (s, at) => (isPlace(s, at) || s.isNear(at, ITALY) ? 'geo' : 'nou'),
  bow: (s, at) => {
    const verb = score(s, at)
    if (verb > 2 || s.isNear(at, TAKING, 3)) return 'vrb'
    return senseByTopic(s, at, 'bow') ?? (verb > 0 ? 'vrb' : 'nou-knot')
  },
  bows: (s, at) => {
    const verb = verbScore(s, at, { inS: true, orAdjective: false })
    return verb > 2 ? 'vrb' : (senseByTopic(s, at, 'bows') ?? (verb > 0 ? 'vrb' : 'nou-knot'))
  },
  close: (s, at) => {
    const before = s.word(s.before(at))
    const verb = score(s, at)
    if (s.kind(at - 1) === 'degree' || (CLOSE_AFTER.has(s.word(at + 1)) && verb < 5)) return 'adj-nou'
    if (/^(?:of|date|dates)$/.test(s.word(at + 1)) || before === 'market') return 'vrb'
    if (/^(?:a|the)$/.test(before) && s.kind(at + 1) === 'mark') return 'vrb'
    if (s.kind(at - 1) === 'be' || CLOSE_BEFORE.has(before)) return 'adj-nou'
    return null
  },
  content: (s, at) => {
    const before = s.kind(s.before(at))
    if (/^(?:with|to)$/.test(s.word(at + 1)) && before !== 'determiner') return 'adj-nou-vrb'
    if (/^(?:your|him|her|them|our)sel(?:f|ves)$/.test(s.word(at + 1))) return 'adj-nou-vrb'
    if (/^(?:smile|sigh|look|cat|customer|customers|child)$/.test(s.word(at + 1))) return 'adj-nou-vrb'
    return before === 'be' || s.kind(at - 1) === 'degree' ? 'adj-nou-vrb' : 'nou'
  },
  closer: (s, at) => (s.word(at - 1) === 'deal' || s.isNear(at, BASEBALL) ? 'nou' : 'adj'),
  does: (s, at) => (/^(?:what|not|so|it|this|that|well)$/.test(s.word(at + 1)) ? 'vrb' : null),
  dove: (s, at) => (isPastVerb(s, at) ? 'vrb' : 'nou'),
  invalid: (s, at) => {
    const isOfThing = isNounLike(s, at + 1) && s.word(at + 1) !== 'lives'
    if (INVALID_PEOPLE.has(s.word(at - 1)) && !isOfThing) return 'nou'
    if (/^ones?$/.test(s.word(at + 1))) return 'adj'
    if (KIN.has(s.word(at + 1))) return 'nou'
    if (/^(?:a|an|the|his|her|their)$/.test(s.word(at - 1)) && !isNounLike(s, at + 1)) return 'nou'
    return 'adj'
  },
  job: (s, at) =>
    s.startsUpper(at) && s.word(at - 1) === 'of' && /^(?:book|story|patience|trials)$/.test(s.word(at - 2))
      ? 'bible'
      : null,
  lead: (s, at) => {
    if (LEAD_METAL_AFTER.has(s.word(at + 1))) return 'nou-met'
    if (score(s, at) > 2 || /^(?:the|a|an|to)$/.test(s.word(at - 1))) return 'vrb'
    if (/^(?:contain|contains|contained|molten|melt|melted)$/.test(s.word(at - 1))) return 'nou-met'
    if (/^(?:of|for|with|without|from|like|than)$/.test(s.word(at - 1)) && !isNounLike(s, at + 1)) return 'nou-met'
    return s.isNear(at, METALS, 4) ? 'nou-met' : 'vrb'
  },
  learned: (s, at) =>
    LEARNED_PEOPLE.has(s.word(at + 1)) || (s.kind(at - 1) === 'degree' && s.kind(at - 2) === 'be') ? 'adj' : 'vrb',
  live: (s, at) => {
    const before = s.word(s.before(at))
    if (s.startsUpper(at) && s.startsUpper(at + 1) && isNounLike(s, at + 1)) return 'adj'
    if (s.kind(at - 1) === 'subject' && /^(?:are|is|were|was|am)$/.test(s.word(at - 2))) return 'adj'
    if (s.word(at - 1) === 'long' && s.kind(at + 1) === 'determiner') return 'vrb'
    if (LIVE_BEFORE.has(before) || (s.kind(at - 1) === 'object' && s.isNear(at, WATCHING, 5))) return 'adj'
    if (/^(?:it|them)$/.test(s.word(at - 1)) && s.isNear(at, WATCHING, 3)) return 'adj'
    const verb = score(s, at, true)
    if (s.word(at + 1) === 'from' && verb < 3) return 'adj'
    if (s.kind(at + 1) === 'mark' && s.isNear(at, WATCHING, 5)) return 'adj'
    if (LIVE_THINGS.has(s.word(at + 1)) || (s.kind(at + 1) === 'plural' && !LIVED.has(s.word(at + 1)))) return 'adj'
    return (verb < 0 && s.kind(at - 1) !== 'noun' && s.kind(at - 1) !== 'preposition') || before === 'is' ? 'adj' : null
  },
  minute: (s, at) => {
    if (MINUTE_THINGS.has(s.word(at + 1)) && s.kind(at - 1) !== 'number') return 'adj'
    return s.kind(at - 1) === 'degree' || (s.kind(at - 1) === 'be' && s.kind(at + 1) === 'mark') ? 'adj' : 'nou'
  },
  mobile: (s, at) => (isPlace(s, at) ? 'geo' : null),
  moped: (s, at) => (isPastVerb(s, at) ? 'vrb' : 'nou'),
  nestle: (s, at) => (s.isNamed(at) ? 'nam' : null),
  nice: (s, at) =>
    isPlace(s, at) || (s.isNamed(at) && (NICE_NEXT.has(s.word(at + 1)) || s.isNear(at, FRANCE))) ? 'geo' : 'adj',
  number: (s, at) => {
    const isNumeral = s.kind(at + 1) === 'number' || s.startsUpper(at + 1)
    if (!FEELING.has(s.word(s.before(at))) || isNumeral) return null
    return s.word(at + 1) === 'than' || s.isNear(at, LIMBS, 6) ? 'adj' : null
  },
  pasty: (s, at) =>
    s.kind(at - 1) === 'be' || s.kind(at - 1) === 'degree' || (isNounLike(s, at + 1) && standsInNounPhrase(s, at))
      ? 'adj'
      : 'nou',
  polish: (s, at) => {
    if (s.isNamed(at)) return 'geo'
    if (POLISH_NEXT.has(s.word(at + 1)) && score(s, at) < 4) return 'geo'
    // At the start of a sentence the capital tells nothing: `Polish the shoes` against `Polish is spoken`.
    const isBidden = /^(?:determiner|possessive|object|singular|demonstrative)$/.test(s.kind(at + 1))
    return s.startsUpper(at) && !isBidden && s.length > 2 ? 'geo' : 'nou-vrb'
  },
  read: senseOfRead,
  reading: (s, at) =>
    isPlace(s, at) || (s.startsUpper(at) && /^(?:festival|berkshire|station|university|town)$/.test(s.word(at + 1)))
      ? 'geo'
      : 'nou',
  refuse: (s, at) => (REFUSE_NEXT.has(s.word(at + 1)) && s.kind(s.before(at)) !== 'subject' ? 'nou' : null),
  reset: (s, at) => (/^(?:be|have)$/.test(s.kind(s.before(at))) ? 'vrb' : null),
  row: (s, at) => {
    if (s.word(at + 1) === 'broke' || s.word(at + 1) === 'erupted') return 'two'
    if (
      /^(?:over|about)$/.test(s.word(at + 1)) &&
      /^(?:the|this|latest|bitter|public)$/.test(s.word(at - 1)) &&
      !/^t?here$/.test(s.word(at + 2))
    )
      return 'two'
    const isQuarrel = QUARREL_NEXT.has(s.word(at + 1)) || s.kind(at + 1) === 'mark'
    return isQuarrel && s.kind(at - 1) !== 'number' && [2, 3].some((back) => HAVING.has(s.word(at - back)))
      ? 'two'
      : null
  },
  sake: (s, at) => (s.kind(at - 1) === 'possessive' || s.word(at + 1) === 'of' ? 'nou' : null),
  tear: (s, at) => {
    if (s.word(at + 1) === 'gas' || WEEPING.has(s.word(at + 1))) return 'nou'
    if (score(s, at) > 1 || s.kind(at - 1) === 'mark' || s.isNear(at, TEAR_PLACES)) return 'vrb'
    if (s.word(at + 1) === 'in' && !s.isNear(at, EYES)) return 'vrb'
    return senseByTopic(s, at, 'tear') ?? (score(s, at) > 0 ? 'vrb' : 'nou')
  },
  tears: (s, at) => {
    const verb = verbScore(s, at, { inS: true, orAdjective: false })
    return verb > 2.4 || (verb > -6 && s.isNear(at, TEAR_PLACES, 4)) ? 'vrb' : 'nou'
  },
  upset: (s, at) =>
    standsInNounPhrase(s, at) && (!isNounLike(s, at + 1) || /^(?:stomach|win|victory)$/.test(s.word(at + 1)))
      ? 'nou'
      : 'vrb',
  use: (s, at) =>
    s.word(at + 1) === 'only' && s.kind(at + 2) === 'mark' && /^(?:noun|adjective)$/.test(s.kind(at - 1))
      ? 'nou'
      : null,
  used: (s, at) => {
    if (s.word(at + 1) !== 'to') return 'vrb'
    const place = s.before(at)
    if (s.kind(place) !== 'be') return 'past'
    if (isBareVerb(s.word(at + 2))) return 'vrb'
    const isHabit = /^(?:subject|singular)$/.test(s.kind(place - 1)) || /'(?:m|re|s)$/.test(s.word(place))
    return isHabit || !/^(?:noun|verb)$/.test(s.kind(at + 2)) ? 'past' : 'vrb'
  },
  wind: (s, at) => (score(s, at) + (WIND_AFTER.has(s.word(at + 1)) ? 1 : 0) > 1.5 ? 'vrb' : 'nou'),
  wound: (s, at) =>
    isPastVerb(s, at) || /^(?:up|down|around|round|tightly)$/.test(s.word(at + 1)) || s.word(at - 1) === 'tightly'
      ? 'vrb'
      : 'nou',
}

const SPECIAL_BY_WORD: ReadonlyMap<string, ChooseSense> = new Map(Object.entries(SPECIAL))

/** The sense that rules for this one word or words near it give; null if none does. */
export function specialSense(sentence: Sentence, at: number, word: string): string | null {
  if (isButton(sentence, at, word)) return 'vrb'
  return SPECIAL_BY_WORD.get(word)?.(sentence, at) ?? senseByTopic(sentence, at, word) ?? placeSense(sentence, at, word)
}
