/** How a tag parts what stands around it. */
export type Parting = 'none' | 'space' | 'item' | 'line' | 'paragraph'

const wordsOf = (names: string): readonly string[] => names.split(/\s+/)

/** Of SSML 1.1, HTML and the speech services; others part words too, and are counted. */
const PARTINGS: ReadonlyMap<string, Parting> = new Map([
  ...entries(
    'none',
    `a abbr acronym b bdi bdo big cite code data del dfn em emphasis font i ins kbd label lang mark phoneme prosody q
    rp rt ruby samp say-as small span strike strong sub sup time token tt u var voice w`,
  ),
  ...entries(
    'space',
    `amazon:auto-breaths amazon:breath amazon:domain amazon:effect amazon:emotion audio bookmark break button desc
    emotion express-as foreach form google:style head image img input lexicon link lookup meta metadata mstts:express-as
    mstts:silence mstts:viseme object option par pause picture reasoning reflection scratchpad script select seq silence
    speed spell style svg textarea think thinking thought thoughts title video volume`,
  ),
  ...entries('item', 'br caption dd dt li td th tr'),
  ...entries('line', 's sentence'),
  ...entries(
    'paragraph',
    `article aside blockquote body center details div dl figcaption figure footer h1 h2 h3 h4 h5 h6 header hr html
    main nav ol p paragraph pre section speak summary table tbody tfoot thead ul`,
  ),
])

function entries(parting: Parting, names: string): [string, Parting][] {
  return wordsOf(names).map((name) => [name, parting])
}

export const partingOf = (name: string): Parting => PARTINGS.get(name) ?? 'space'

/** `<pause:1s>`, `<long_pause>` */
const PAUSE = /^(?:(?:short|brief|medium|long)[_-])?(?:break|pause|silence|mstts:silence)(?::[\w.+-]+)?$/
export const isPauseTag = (name: string): boolean => PAUSE.test(name)

export const isKnownTag = (name: string): boolean => PARTINGS.has(name) || isPauseTag(name)

/** `Press <Enter>` */
const KEYS: ReadonlySet<string> = new Set(
  'alt backspace cmd ctrl del delete down end enter esc escape fn home left pagedown pageup return right shift space tab up win'.split(
    ' ',
  ),
)
export const isKeyName = (name: string): boolean => KEYS.has(name) || /^f\d\d?$/.test(name)

/** `<your_api_key>`: to be replaced. Names with hyphens are elements of one's own, too: `<my-button>`, `<user-card>`. */
export const isPlaceholder = (name: string): boolean =>
  /^(?:enter|insert|your)[_-]|^(?:my|new|old|path|some|the|user)_|_(?:here|id|key|name|token|url)$/.test(name)

/** Elements whose content is not for readers. */
export const SILENT_ELEMENTS: ReadonlySet<string> = new Set(['desc', 'metadata', 'script', 'style'])

/** What models think before they answer. */
export const REASONING_ELEMENTS: ReadonlySet<string> = new Set([
  'think',
  'thinking',
  'thought',
  'thoughts',
  'reasoning',
  'reflection',
  'scratchpad',
])
