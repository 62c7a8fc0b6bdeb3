import type { Sentence } from './sentence.ts'

/** Readings that a word nearby gives away: the homograph, its sense, words within eight places. The first line wins. */
const TOPICS = `
animate | adj-nou | noun nouns inanimate being beings objects
axes | nou | x y z coordinate plot graph chart vertical horizontal rotation symmetry planes optical both label ellipse principal
bases | basis | theoretical legal philosophical scientific moral argument claims theory
bass | corp | ale brewery pro shops
bass | fish | fish fishing fished fisherman caught catch catches catching lake river pond striped sea largemouth smallmouth fillet fillets grilled fried angler anglers bait trout salmon hooked hook rod swam swim swims boat species lemon roasted baked seared chef recipe menu restaurant
bow | nou-ship | ship ship's boat boat's stern vessel deck waves anchor hull sailor sailors harbour harbor mast port starboard yacht ferry
bow | nou-knot | ribbon ribbons tie ties tied knot arrow arrows archer archery hair violin cello fiddle gift string strings hunter quiver hunting
bowing | knot | violin cello fiddle strings wrist
bows | nou-ship | ship ship's boat stern vessel waves hull
bows | nou-knot | ribbon ribbons tie ties tied arrow arrows archers archery hair violin cello fiddle string strings
bowed | knot | violin cello legs legged strings shelf shelves wall string
celtic | adj-nou-sports | boston glasgow rangers celtics goal goals match league football basketball striker coach lakers park fans nba scored win won beat
does | nou | deer buck bucks fawn fawns stag stags doe hunters rabbits
jesus | es | garcia rodriguez hernandez lopez martinez gonzalez gonzales perez sanchez ramirez torres flores rivera gomez diaz cruz morales navas jose juan carlos luis señor don vega ortiz ruiz castillo
job | bible | patience bible suffering comforters comforter testament prophet scripture
lima | local | bean beans
mobile | nou-art | crib calder hung hanging hangs dangled dangling nursery cradle sculpture kinetic
mobile | geo | alabama
nestle | nam | chocolate company swiss shares coffee cereal bottled stock executive
number | adj | lips fingers toes gums
putting | golf | golf green greens golfer golfers stroke hole holes practise putter
rodeo | geo | drive beverly
row | two | blazing furious heated argument argued quarrel diplomatic bitter neighbours shouting erupted broke political public
rows | two | blazing furious heated argument quarrel bitter screaming
sake | jp | cup cups bottle bottles warm rice sushi japanese drink drank drinking sip sipped brewery brewed glass glasses poured pour serve served tokyo kyoto tempura beer
sewer | sew | needle thread fabric seamstress quilt quilts dress dresses sewing stitches stitch embroidery patterns
sow | nou | piglets piglet pigs pig boar farrowed litter pen barn nursed
sows | nou | piglets piglet pigs pig boar boars pen barn farm
tear | nou | cheek eye eyes gas wept cry cried crying shed duct drop drops
`

interface Topic {
  readonly sense: string
  readonly words: ReadonlySet<string>
}

const TOPICS_BY_WORD: ReadonlyMap<string, readonly Topic[]> = (() => {
  const topics = new Map<string, Topic[]>()
  for (const line of TOPICS.trim().split('\n')) {
    const [word, sense, words] = line.split(' | ') as [string, string, string]
    const list = topics.get(word) ?? []
    topics.set(word, [...list, { sense, words: new Set(words.split(' ')) }])
  }
  return topics
})()

/** The sense of the homograph at that place that words near it give away. */
export function senseByTopic(sentence: Sentence, at: number, word: string): string | null {
  return TOPICS_BY_WORD.get(word)?.find((topic) => sentence.isNear(at, topic.words))?.sense ?? null
}
