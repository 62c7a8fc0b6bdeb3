/**
 * Words that names on the net are run together from, and such names as are better left whole. Enough to part
 * `dailynews`; what they do not cover is read as it stands.
 */
const WORDS = `
able about academy access account action active adventure africa after again agency air alert all always amazing amazon america
american android angel animal answer apartment app apple apps archive area army art artist arts asia ask audio auto avenue away baby back bad
bag bake bakery ball band bank bar base baseball basic basket basketball bath bay beach bear beat beautiful beauty because bed beer before bell
best bet better big bike bill bird birth birthday black blog blogger blood blue board boat body book booking books boot born boss box boy
boys brain brand bread break bridge bright bring broad brook brother brown budget build builder building burger bus business butter
buy buzz cab cafe cake call camera camp campus can cancer candy car care career careers cars cart case cash cast castle cat cats cell center
central chain chair change channel chat cheap check cheese chef chicken child children china chip choice church cinema circle city class
classic clean clear click client climate clinic clock close cloud club coach coast code coffee cold college color comfort comic
common community company computer concert connect consult contact content control cook cooking cool copy core corner corp cosmic council
country county couple course court cover craft crazy create creative credit cross crowd cruise cup custom customer cycle dad daily
dance dark data date day days deal deals dear deep delivery demo dental design designer desk dev dialog diet digital dinner direct
direction discover disk doc doctor docs dog dogs dollar dome door dot double down download draft dragon dream dreams dress drink
drive driver drop duck dust eagle early earth east easy eat edge edit education egg electric element email end energy engine
engineer english enter environment escape estate euro europe event events ever every evil exchange expert explore express extra
eye face fact factory fair faith fall family fan fans farm farmer fashion fast father fear feed feel festival field fight file film
final finance find fine fire first fish fit fitness five fix flag flash flight floor flow flower fly folk food foods foot
football force forest forever forge form fort forum forward found foundation fox frame france free freedom fresh friday friend
friends front fruit full fun fund future gain gallery game gamer games gaming garden gas gate gear general get gift gifts girl girls
give glass global glory gold golden golf good grand graph grass great green grid grill ground group grow growth guard guide guitar guru
guy hair half hall hand handy happy hard hat have hawk head health healthy heart heat help here hero hidden high hill hip history
hit hold holiday home homes honey hood hop hope horse hospital host hot hotel hotels hour house housing how hub human hunt hunter
ice idea ideas image impact independent industry info ink innovation inside insider instant insurance interest international internet
invest iron island jazz jet jewel job jobs john journal journey joy juice jump jungle junior just keep key kick kid kids kind king
kingdom kit kitchen knight knit know lab labs lady lake land language laser last law lawn lawyer lead leader learn learning
leather left legal legend less lesson letter level liberty library life lift light like line link lion list little live living
loan local lock logic london long look loop lord lost love lovely lover low luck lucky lunch machine mad magazine magic mail main make
maker mall man manager map maps marathon mark market marketing mart master match mate math matter may meal media medical meet
member memory men menu metal meter mid middle milk mill mind mine mini minute mirror mission mix mobile mode model modern mom monday
money monkey monster month moon morning most mother motion motor mountain mouse movie movies moving much music muse museum myth name nation
national native nature need neighbor net network never new news next nice night nine north note notes now number nurse nut oak ocean
office official oil old once one online only open option orange order organic other our out outdoor outlet over own pacific pack page pages
paint panda paper paradise parent parents park part partner party pass past path pay peace pen people perfect personal pet pets phone photo
photos piano pick picture pie pilot pin pink pixel pizza place plan planet plant plate play player please plus pocket pod podcast
point police pool pop popular port portal post pot power powerful practice prep press price prime print prize pro product productions products
professional profile project property public pure purple puzzle queen quest quick quiet quiz rabbit race radio rain rainbow ranch range
rapid reach read reader reading ready real recipe recipes record red rent rental report rescue research reserve rest restaurant
result review reviews rich ride right ring rise river road robot rock rocket room rose round route royal run runner running rush safe safety
sail sale sales salon same sand saturday save say school science scout screen sea search season second secret secure security see seed
self sell send senior service services set seven share shark sharp sheep shine ship shirt shoe shoes shop shopping short show side
sight sign silver simple sing single sister site six size skill skin sky sleep slice slow small smart smile smith snow soccer social
sock soft software solar solution solutions song sonic soul sound source south space spark speak special speed spice spirit
sport sports spot spring square stack staff stage star stars start state station stay steel step stock stone stop storage store storm
story stove stream street strong studio study style sugar summer sun sunday sunny super support sure surf sweet swim swift switch
system table tag take talk tax taxi tea teach teacher team tech technology teen tell ten tennis test text thank thanks the theater theme
thing things think this thought three throwback thursday ticket tickets tiger tight time times tiny tip tips title today together tomorrow tool
tools top total touch tour tours tower town toy toys track trade trader trail train training transfer travel treat tree trees trend tribe trip truck
true trust truth try tube tuesday turn tutor twin two ultra uncle under union unique unit united university urban user vacation valley value vegan
very video view villa village vintage vision visit vital voice wade wagon walk wall want war warm watch water wave way wealth wear
weather web wedding wednesday week weekend well wellness west what wheel where whisper white wide wife wild will wind window wine wing winner winter
wise wish wolf woman women wonder wood word words work worker works workshop world worth write writer yard year yellow yes yoga you young your youth
zen zero zone zoo
airbnb airport alibaba alphabet amazonaws android anthropic basecamp bitbucket blackboard blogspot bluesky bluetooth booking breakfast brooklyn burberry
buzzfeed cambridge carpool chatbot classroom cloudflare coinbase coursera craigslist deepmind discord domain dropbox duckduckgo
ebay facebook feedback firefox flickr football foursquare framework freelance github gitlab goodreads google grammarly grubhub gmail
handbook hardware highway homepage homework hotmail household hubspot huggingface imdb income inform input instagram into island kickstarter
kubernetes laptop linkedin mailbox mailchimp marketplace mastercard medium messenger microsoft mozilla myself netflix newsletter newspaper
nobody notebook nvidia offer onenote outlook output overflow overstock password patreon paypal pinterest playlist playstation podcast postgres
powerpoint quickbooks reddit salesforce samsung seaside shopify skype slack snapchat software someone something soundcloud spotify
squarespace stackoverflow starbucks stripe sunset sunshine telegram themselves tiktok toyota tripadvisor trello tumblr twitch twitter underground
understand update upload upon upwork vimeo walmart warehouse webmail website whatsapp wikipedia without wordpress workday yahoo yourself youtube
yelp zillow zoom anyone anything another became become before below beside between beyond cannot carpet everyone everything forget
hamster person season target therefore together tonight window
`
const PREFIXES = ['my', 'we', 'go', 'to', 'in', 'on', 'of', 'up', 'us', 'be', 'at', 'is', 'it', 'do', 'me']
const COMMON_WORDS: ReadonlySet<string> = new Set(WORDS.trim().split(/\s+/))
const SHORT: ReadonlySet<string> = new Set(PREFIXES)
const LONGEST_WORD = 14
const LONGEST_NAME = 40

export const isCommonWord = (letters: string): boolean => COMMON_WORDS.has(letters) || SHORT.has(letters)

/** `ourdailynews` → `our`, `daily`, `news`: the fewest common words that make up the letters; undefined if none do. */
export function partWords(letters: string): readonly string[] | undefined {
  if (letters.length > LONGEST_NAME) return undefined
  /** For each length of the head: the best parting of it. */
  const best: (readonly string[] | undefined)[] = [[]]
  for (let end = 1; end <= letters.length; end++) {
    for (let start = Math.max(0, end - LONGEST_WORD); start < end; start++) {
      const head = best[start]
      const word = letters.slice(start, end)
      if (head === undefined || !isPart(word)) continue
      if (head.length + 1 < (best[end]?.length ?? Number.POSITIVE_INFINITY)) best[end] = [...head, word]
    }
  }
  const parts = best[letters.length]
  return parts !== undefined && isPlausible(parts) ? parts : undefined
}

const isPart = (word: string): boolean => (word.length > 2 ? COMMON_WORDS.has(word) : SHORT.has(word))

/** Short words make up other words by chance: they are believed in only where longer ones stand with them. */
const isPlausible = (parts: readonly string[]): boolean => {
  const letters = parts.reduce((sum, part) => sum + part.length, 0)
  return (
    parts.length === 1 ||
    (parts.length <= 5 && letters / parts.length >= (parts.some((part) => SHORT.has(part)) ? 3.4 : 3.5))
  )
}
