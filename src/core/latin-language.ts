/**
 * Frequent words of the languages that are written in Latin script and have voices, and of some that are mistaken for them
 * (Catalan, Romanian). What prompts and greetings begin with is among them. Words of several languages are in
 * each of their lists and count for less.
 */
export const FREQUENT_WORDS: Readonly<Record<string, string>> = {
  eng: `the of and to in is it you that he was for on are as with his they i at be this have from or one had by but not what
    all were we when your can said there an each which she do how their if will up other about out many then them these so
    some her would make like him into has two more see no could my than been who now did get may our please thank thanks
    hello hi good morning evening night welcome yes today tomorrow call press am me any where why after before only very just
    over also here too us because between through don't i'm it's let want need know think should does off again new way a`,
  spa: `el la los las de que y a en un una es por con no se lo para su sus al del como más pero muy sin sobre este esta esto
    estos estas ese esa eso también ya hay ser son está están fue era han ha he tiene tengo tienen puede puedo cuando todo
    todos toda todas nos les le me te mi mis tu tus yo él ella ellos nosotros usted ustedes qué quién cómo cuándo dónde cuál
    porque desde hasta entre ahora hoy mañana ayer día días noches tardes buenos buenas hola gracias adiós señor señora sí o
    llamar llamada llamo pulse marque favor bien así aquí donde otro otra años cada después antes mucho muchas muchos poco
    nuestro nuestra sido hacer hace vez dos uno si ni estoy soy eres somos quiero vamos va voy cita había será según e tren`,
  fra: `le la les de des du un une et à au aux en est que qui dans pour par sur pas ne ce cette ces il elle ils elles nous vous
    je tu on se son sa ses leur leurs mon ma mes ton ta notre votre vos nos avec plus mais ou où être avoir sont été a ont
    fait comme tout tous toute toutes bien très aussi sans si même quand comment pourquoi parce quel quelle c'est j'ai n'est
    d'un d'une qu'il l'on bonjour bonsoir merci bienvenue salut monsieur madame oui non aujourd'hui demain hier heure heures
    deux suis es sommes êtes était peut peux faut veuillez appuyez appel entre après avant depuis ici là alors donc dont y
    encore chez vers sera serez allez va vais beaucoup monde ça cela autre jour jours ans leurs déjà toujours jamais s'il moi`,
  ger: `der die das und in zu den ist nicht von sie es ein eine einen einem einer eines mit sich auf für dem des im auch an als
    er wir ihr ich du war wird sind hat haben habe hatte bei noch nach nur am aus wenn oder so kann können zum zur über wie
    mein meine dein deine sein seine ihre ihren ihrem unser unsere durch mehr man was wer wo warum dass vor bis aber doch um
    schon hier jetzt heute morgen gestern sehr gut guten tag abend danke bitte hallo willkommen herr frau ja nein vielen dank
    uhr drücken werden wurde wurden worden muss soll möchte gibt geht dir dich mir mich uns euch ihnen ihn ohne unter zwei
    alle alles viel wieder immer dann da vom beim gegen diese dieser dieses kein keine weil ob damit etwas nichts bin bist`,
  por: `o a os as de que e do da dos das em um uma para com não por mais no na nos nas se ao aos à às pelo pela seu sua seus
    suas como mas foi é são está estão ser ter tem têm há eu você vocês ele ela eles nós me te lhe meu minha nosso nossa isso
    isto este esta esse essa também já muito muita bem quando onde porque qual quem até sem sobre entre depois antes agora
    hoje amanhã ontem dia bom boa tarde noite olá oi obrigado obrigada senhor senhora sim favor ligar pressione horas dois
    tudo todo todos toda cada outro outra anos fazer pode posso vai vou era estou sou só ainda mesmo quero aqui foram ou num
    numa sido estava ano vez estamos somos consulta bem-vindo desde então nem`,
  ita: `il lo la i gli le di che e a un una è per con non si da in del della dei delle nel nella al alla sono ho hai ha abbiamo
    hanno questo questa come più ma anche se mi ti ci vi suo sua mio mia nostro essere stato era quando dove perché chi cosa
    ciao buongiorno buonasera grazie prego oggi domani ieri molto bene tutto tutti sul sulla dal dalla ora ore due o stai
    sei siamo può vuole ogni poi già solo dopo prima senza tra fra loro lui lei noi voi io degli alle ai l'ho c'è uno prema premi
    chiami chiamare chiamata chiamato parlare operatore continuare numero quanto quanta quale costa treno parte arrivederci giornata
    buona buon vorrei posso possiamo deve devo fare signor signora signore benvenuto benvenuti lunedì martedì mercoledì giovedì
    venerdì sabato domenica settimana anni anno giorno giorni ancora così fino perciò sua miei suoi nostra vostro vostra`,
  nld: `de het een en van ik te dat die in is niet zijn op aan met voor er maar om hem dan zou of wat mijn men dit zo door over
    ze bij ook tot je mij uit der daar haar naar heb hoe heeft hebben deze u want nog zal me zij nu ge geen omdat iets worden
    toch al waren veel meer doen toen moet ben zonder kan hun dus alles onder ja eens hier wie werd altijd goedemorgen hallo
    goedendag bedankt dank vandaag morgen uur wordt gaat wij jij hij uw onze bel belt bellen druk kies toets nummer hoeveel kost
    ziens dag goede goedenavond goedemiddag ons jullie graag wil kunt kunnen pakket gesloten naam welkom spijt maandag dinsdag
    woensdag donderdag vrijdag zaterdag zondag week jaar mensen onder tussen tegen waar wanneer waarom welke ben bent mee`,
  cat: `el la els les de i a en un una és per amb no es que al del dels com més però molt sense aquest aquesta també ja hi ha són
    estàs bon dia bona tarda gràcies avui demà ahir els seu seva meu meva nosaltres on quan perquè tot tots aquí fins des`,
  ron: `și de la a în cu pe că este nu o un pentru mai din sunt ai am ce se să care sau dar după bună ziua mulțumesc azi mâine ora
    foarte tot toate acest această fi fost are lui ei noi voi eu tu cum când unde faci al`,
}

/** Letters and signs of one language among those above. */
const SIGNS: readonly (readonly [RegExp, string])[] = [
  [/[ñ¿¡]/, 'spa'],
  [/[ãõ]/, 'por'],
  [/[äöüß]/, 'ger'],
  [/[œù]/, 'fra'],
  [/ì/, 'ita'],
]

/** Of words: one that is in one list only counts 1, so one word is not enough. */
const MIN_EVIDENCE = 1.5
/** Of all words, those that are in the list of the language: among names there are few. */
const MIN_SHARE = 0.2
/** How much more evidence there has to be than for any other language. */
const MIN_RATIO = 1.25
/** Evidence of a sign, less than that of a word: names have them, too. */
const SIGN = 0.4
const MAX_CHARACTERS = 3000

/** Titles, and articles and prepositions of names: before a capital, three count as a word. */
const IN_NAMES = new Set(
  `a al da das de del della den der des di die do dos du e el i il in la las le les lo los o u van von y à the of señor señora
  senhor senhora monsieur madame herr frau`.split(/\s+/),
)

const languagesOf = new Map<string, string[]>()
for (const [language, words] of Object.entries(FREQUENT_WORDS))
  for (const word of new Set(words.split(/\s+/))) languagesOf.set(word, [...(languagesOf.get(word) ?? []), language])

/** What is not read as words: markup, addresses, names with digits. Takes linear time. */
const NO_WORDS = /\{[^}]{0,200}\}|<[^>]{0,200}>|(?<!\S)\S*[@/_\d]\S*|(?<!\w)\w+\.\w\S*/g

export interface Evidence {
  /** What the words say for each language. */
  readonly evidence: ReadonlyMap<string, number>
  /** Number of words in the lists of each language, repeated ones too. */
  readonly known: ReadonlyMap<string, number>
  readonly words: number
}

export const plainOf = (text: string): string =>
  text.slice(0, MAX_CHARACTERS).normalize('NFC').replaceAll('’', "'").replace(NO_WORDS, ' ')

/**
 * The language of a text in Latin script; undefined if it is none of ours, or if there is too little of it to be sure, as in
 * names and titles.
 */
export function languageOfLatin(text: string): string | undefined {
  const { evidence, known, words } = evidenceOf(plainOf(text))
  const [[language, max] = ['', 0], [, second] = ['', 0]] = [...evidence].sort(([, a], [, b]) => b - a)
  const isSure = max >= MIN_EVIDENCE && max >= MIN_RATIO * second && (known.get(language) ?? 0) >= MIN_SHARE * words
  return isSure ? language : undefined
}

export function evidenceOf(plain: string): Evidence {
  const written = plain.match(/\p{L}+(?:['-]\p{L}+)*/gu) ?? []
  const isShouted = !/\p{Ll}/u.test(plain)
  const words = written.map((word) => word.toLowerCase())
  const evidence = new Map<string, number>()
  const known = new Map<string, number>()
  const add = (to: Map<string, number>, language: string, value: number) =>
    to.set(language, (to.get(language) ?? 0) + value)
  const seen = new Set<string>()
  for (const [i, word] of words.entries()) {
    const languages = languagesOf.get(word) ?? []
    const isOfName = IN_NAMES.has(word) && !isShouted && /^(?:\p{Lu}|$)/u.test(written[i + 1] ?? '')
    for (const language of languages) {
      add(known, language, 1)
      // A repeated word says nothing new.
      if (!seen.has(word)) add(evidence, language, (isOfName ? 1 / 3 : 1) / languages.length)
    }
    seen.add(word)
  }
  for (const [sign, language] of SIGNS) if (sign.test(plain.toLowerCase())) add(evidence, language, SIGN)
  return { evidence, known, words: words.length }
}

/** In the order of the weights in `LATIN_TRIGRAMS`. */
export const LATIN_LANGUAGES: readonly string[] = ['eng', 'spa', 'fra', 'ger', 'por', 'ita', 'nld']

/** The groups of three letters in the words of a text; `_` is the start or the end of one. */
export function* trigramsOf(text: string): Generator<string> {
  for (const [word] of text
    .normalize('NFC')
    .toLowerCase()
    .replaceAll('’', "'")
    .matchAll(/[\p{L}']{1,40}/gu)) {
    const bounded = `_${word}_`
    for (let at = 0; at + 3 <= bounded.length; at++) yield bounded.slice(at, at + 3)
  }
}
