const set = (words: string): ReadonlySet<string> => new Set(words.trim().split(/\s+/))

/** Initialisms of four letters and more that are spelled, though a reader might try to say them. */
export const SPELLED: ReadonlySet<string> = set(`
aapi aapl aarp acog aclu afaik aicpa asap ascap aspca asca asce bogof byob byod ecmo edta eeoc emea esop etsi iaea icao iccid imei
icymi idgaf iirc iisd iiot imho iupac iykyk itar itin lihtc mcas nasw ncea nyse obgyn oecd ofac pcos roas ssdi tdap toa
ucla ucsd ucsf uefi umd unhcr upsc usaf usaid uscis uscg usda usdc usfs usgs usmc usps uspto usta usssa usaco ymca yoy ywca
lmao omfg
`)

/** Words of two and three letters, and given names: capitals only stress them. */
export const SHORT_WORDS: ReadonlySet<string> = set(`
ad ah am an as at be by do go ha he hi if in is it la ma me my no of oh on or ow ox pa so to up us we ye yo
ace act add age ago aid aim air ale all and ant any ape apt arc are ark arm art ash ask ate awe axe bad bag ban bar bat bay bed bee
beg bet bid big bin bit bow box boy bud bug bum bun bus but buy bye cab can cap car cop cow cry cub cup cut dad dam day den dew
did die dig dim dip dog dot dry due dug dye ear eat eel egg ego elf elk elm end eve ewe eye fad fan far fat fed fee few fig
fin fir fit fix flu fly foe fog for fox fry fun fur gap gas gel gem get gin god got gum gun gut guy gym had ham has hat hay hen her
hey hid him hip his hit hog hop hot how hub hug huh hum hut ice icy ill ink inn ion its ivy jam jar jaw jet job jog joy jug key kid
kin kit lab lad lap law lay leg let lid lie lip lit log lot low mad man map mat may men met mix mob mom mop mud mug nag nap net new
nil nod nor not now nun nut oak oar oat odd off oil old one opt orb ore our out owe owl own pad pal pan pat paw pay pea peg pen pet
pie pig pit ply pop pot pro pub pun pup put rag ran rap rat raw ray red rib rid rim rob rod rot row rub rug run rut rye sad
saw say sea see set sew she shy sin sip sir sit six ski sky sly sob son soy spa spy sub sue sum sun tab tag tan tap tar tax tea ten the
tie tin tip toe ton too top toy try tub tug two use van vet via vow war was wax way web wed wet who why wig win wit woe won wow yes yet
you zoo abe amy ann art ben bob dan don eva fay gus guy ian ida jan jay jed jim jo joe jon kay ken kim lee len leo les liz lou max meg
mia moe nat ned pam pat peg rex ron roy sal sid sue tim tom una val vic zoe
`)

/** Of those, the ones that are likelier an initialism unless all around them is in capitals. */
export const SHOUTED_WORDS: ReadonlySet<string> = set('act ad am bid ice ida ion it la ma or pa una us val who')
