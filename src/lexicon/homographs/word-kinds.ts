/** What a neighbour of a homograph tells about it; coarser and finer than parts of speech where that helps. */
export type WordKind =
  | 'adjective'
  | 'adverb'
  | 'auxiliary' // do, will, can …: a bare verb follows, be it after a subject
  | 'be' // and what links a subject to an adjective as it does
  | 'conjunction'
  | 'degree' // very, so …: an adjective or adverb follows
  | 'demonstrative'
  | 'determiner'
  | 'gerund'
  | 'have'
  | 'mark'
  | 'noun' // and all that no list or ending tells
  | 'number'
  | 'object' // me, them …
  | 'past' // of regular verbs the participle too
  | 'plural'
  | 'possessive'
  | 'preposition'
  | 'relative'
  | 'singular' // he, it, everyone …: a verb in -s follows
  | 'subject' // I, we, they …: a bare verb follows
  | 'subordinator'
  | 'that'
  | 'third' // a verb in -s
  | 'to'
  | 'verb'

const CLOSED: readonly (readonly [WordKind, string])[] = [
  ['determiner', 'a an the every no any some another many few several such enough much all both each half'],
  ['possessive', 'my your his her its our their whose'],
  ['demonstrative', 'this these those'],
  ['that', 'that'],
  ['subject', 'i you we they'],
  ['singular', 'he she it everyone everybody someone somebody nobody anyone anybody nothing something everything'],
  ['object', 'me him them us myself yourself himself herself itself ourselves yourselves themselves'],
  ['to', 'to'],
  [
    'auxiliary',
    `will would can could may might shall should must cannot do does did let's please lets
    won't wouldn't can't couldn't mightn't shouldn't mustn't don't doesn't didn't
    i'll you'll he'll she'll it'll we'll they'll who'll that'll there'll i'd you'd he'd she'd we'd they'd who'd`,
  ],
  [
    'be',
    `be am is are was were been being isn't aren't wasn't weren't ain't i'm you're we're they're he's she's it's that's
    who's what's here's there's where's seem seems seemed become becomes became remain remains remained
    feel feels felt look looks looked stay stays stayed sound sounds`,
  ],
  ['have', "have has had having haven't hasn't hadn't i've you've we've they've who've"],
  [
    'preposition',
    `of in on at by for from with without about into onto through during under over between among against within
    across behind beyond beside besides near off toward towards upon via per despite except like than as inside
    outside along around past until including regarding after before since`,
  ],
  ['conjunction', 'and or but nor then either neither plus'],
  ['subordinator', 'when while if because although though unless whether how why where whenever wherever once what so'],
  ['relative', 'who which'],
  [
    'adverb',
    `not never also always often sometimes usually already still just only even ever again now soon later today
    tomorrow rather better simply really actually probably perhaps maybe together twice thus therefore hardly seldom
    ever first above below otherwise likewise meanwhile somehow somewhat almost further thereby hence indeed
    occasionally here there away back forever everywhere overnight else instead`,
  ],
  ['degree', 'very too more most less least quite fairly pretty extremely incredibly increasingly highly equally'],
  [
    'number',
    `one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen
    nineteen twenty thirty forty fifty sixty seventy eighty ninety hundred thousand million billion percent`,
  ],
  [
    'adjective',
    `good bad new old young big small large great high low long short early late hot cold warm cool hard soft easy strong
    weak rich poor full empty clean dirty dry wet heavy light dark bright fast slow quick deep wide narrow thick thin
    fresh sweet sharp rough smooth loud quiet calm brave kind nice fine free open safe sick tired angry happy sad sorry
    sure true false real right wrong main major minor key own same different other next last second third fourth
    whole entire single double daily weekly monthly yearly annual recent current former latest past future public private
    secret special common rare usual simple complex clear strange odd certain various best worst better bigger larger
    smaller higher lower greater longer shorter older younger red blue green black white yellow brown grey gray french
    english german chinese russian american british italian spanish japanese modern ancient foreign local global
    first final top bottom left front spare raw pure plain rude cruel fierce firm tiny huge vast giant little
    cheap expensive fair unfair proper precise exact rapid slight steep severe serious famous joint mutual gradual
    military solar digital human natural steady extra custom default average important relevant significant pleasant constant distant instant elegant brilliant typical effective official`,
  ],
  [
    'past',
    `went came saw took gave made got knew thought told said found left felt kept held brought bought caught taught sent
    spent built lost won met ran sat stood fell broke spoke wrote drove rode flew grew drew threw blew sang rang swam
    began drank ate slept woke chose froze stole wore tore swore hid hit led paid laid heard sold meant dealt fought
    sought bent lent shook forgot forgave became rose struck stuck swept wept hung dug spun cut put set let fed fled
    slid shot shut lit bit understood`,
  ],
  [
    'plural',
    `people children men women police feet teeth mice geese cattle folk criteria
    others parents hundreds thousands millions cops guys us`,
  ],
]

const VERBS = `accept add agree aim allow answer appear apply argue arrive ask attack attend avoid become begin believe
belong blame bring build burn buy call care carry catch cause change check choose claim clean climb collect come compare
complete connect consider contain continue cook count cover create cross cry cut damage decide declare delay deliver demand
deny depend describe design destroy develop discover discuss divide draw drink drive drop earn eat edit enjoy ensure enter
exist expect explain express fail fall fear feed fight fill find finish fit follow force forget form gain get give go grow
handle happen hate hear help hide hire hit hold hope hunt identify ignore imagine improve include inform install involve
join jump keep kill know lay lead learn leave let lie lift like listen look lose love make manage matter mean measure meet
mention miss move need notice obtain occur offer open operate organize own paint pay perform pick plan play pour prefer
prepare prevent print process promise protect prove provide publish pull push put raise reach receive recognize reduce
refer reflect release remember remove repair repeat replace reply report represent require rest return reveal review run
save say search see seek sell send serve set share shoot show shut sing sit sleep smell smile solve speak spend spread stand
start steal stop study suffer suggest supply surround survive take talk taste teach tell test thank think throw touch train
travel treat try turn understand visit wait walk want warn wash waste watch wear win wish work worry write deem indicate denote tend cost erase
achieve adapt adjust admit adopt announce approach approve assess assign assume attract bear beat bind bite blow borrow
break breathe calculate celebrate chase combat comment commit compete confirm confuse consist consume control cope correct
crash cure deal define delete derive deserve detect determine differ dig direct disappear display download dress earn
eliminate emerge emphasize enable encourage establish evaluate examine expand explore fetch float fly fold freeze gather
generate grant guess guide hang hate hurt illustrate imply inspire intend interpret introduce investigate invest iterate
join judge kick kiss knock lack last launch limit link load log map mark match mix monitor multiply notify observe order
pack park pass perceive persuade point possess post practice predict preserve press promote propose pursue quit quote reply
replace rely request research resist resolve respond restore reveal ride ring rise roll rule scan seem select shake shape
ship shout sign sink ski skip slip sort sound split spot state steer stick store strengthen strike struggle submit succeed
support suppose swim switch target tend tie trace track trade translate trigger trust upload vary view vote wake welcome
wish withdraw wonder wrap yell yield clear dry extend
register configure execute compute parse render trim append attach detach bind merge commit push scroll swap toggle wrap zoom
cancel book charge confirm schedule dial dispatch forward greet pause ring resolve ship sign stream subscribe tap track type
unlock verify visit browse download install print reboot restart reload retry rename insist admire apologize bake beg behave
bless boil bury celebrate cheat chew complain concern consult contribute convince crawl criticize dance dare debate decorate
defend delight derive desire devote disagree donate doubt dream drown echo educate elect employ engage examine exclude
excite exercise expand fetch flee flow forbid forgive found frighten gain glance govern grab greet grip hesitate hug invade
invent kneel lend light listen melt mind murder nod obey oppose owe paste pause plant praise pray pretend proceed punish
push qualify quarrel rain rank react rebuild recall reckon recommend recover regard regret reign relax rely remark rent repeat
rescue retire rob rub ruin rush sail satisfy scare scatter scold seize settle shave shine shrink sigh slide spell spill spoil
stare starve stir strip suck surrender surround suspend tempt threaten tighten tip tolerate toss tour transmit twist urge
vanish wander weigh whisper wipe yawn`

const BARE_VERBS: ReadonlySet<string> = new Set(VERBS.split(/\s+/))

/** Whether it can be a verb without an ending, whatever else it may be: `open`, `clean`. */
export const isBareVerb = (word: string): boolean => BARE_VERBS.has(word)

const BY_WORD: ReadonlyMap<string, WordKind> = (() => {
  const kinds = new Map<string, WordKind>()
  for (const verb of BARE_VERBS) {
    kinds.set(verb, 'verb')
    kinds.set(thirdPerson(verb), 'third')
  }
  for (const [kind, words] of CLOSED.toReversed()) for (const word of words.trim().split(/\s+/)) kinds.set(word, kind)
  return kinds
})()

function thirdPerson(verb: string): string {
  if (/[^aeiou]y$/.test(verb)) return `${verb.slice(0, -1)}ies`
  return /(?:s|sh|ch|x|z|o)$/.test(verb) ? `${verb}es` : `${verb}s`
}

const LIKE_ADJECTIVES = /..(?:ous|ful|less|able|ible|ical|ive|ish|ary|ial|est|ier|ic)$/
const NOUNS_LIKE_ADJECTIVES = new Set(
  `music traffic topic fabric clinic logic magic panic picnic critic mechanic republic table cable vegetable bible handful
  trial material tutorial memorial serial editorial detective executive archive alternative olive representative objective
  library salary secretary summary diary january february dictionary boundary dish polish rubbish forest interest guest
  west nest rest harvest protest contest chest soldier pier courier barrier carrier supplier cashier tier frontier`.split(
    /\s+/,
  ),
)

/** By list, else by ending; what neither tells is a noun. Takes lower case. */
export function kindOfWord(word: string): WordKind {
  const listed = BY_WORD.get(word)
  if (listed !== undefined) return listed
  if (/(?:'s|s')$/.test(word)) return 'possessive'
  if (/.ly$/.test(word)) return 'adverb'
  if (/..ed$/.test(word)) return 'past'
  if (/...ing$/.test(word)) return 'gerund'
  if (LIKE_ADJECTIVES.test(word) && !NOUNS_LIKE_ADJECTIVES.has(word)) return 'adjective'
  if (/[^siu]s$/.test(word)) return 'plural'
  return 'noun'
}
