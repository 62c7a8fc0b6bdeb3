const set = (words: string): ReadonlySet<string> => new Set(words.trim().split(/\s+/))

export const SCHEMES: ReadonlySet<string> = set('http https ftp ftps sftp ssh git ws wss file mailto')

/** Last labels of host names. */
export const TOP_DOMAINS: ReadonlySet<string> = set(`
com org net edu gov mil int info biz name pro io ai co me tv app dev xyz online site store shop tech blog cloud club live news world today
space website agency design digital media email group studio systems software services solutions support team tools academy center
company education guru health law life network photos social wiki work zone page link ink art bot chat cafe fun games game global house
llc one plus press rocks run show style top video vote win works museum travel jobs mobi asia coop finance money care dental pizza coffee
bank church city ninja expert events fund market review reviews school university vip inc ltd gmbh bio rest bar club fit yoga beauty fashion shopping sale deals gift gifts land farm kitchen recipes auto car cars taxi tours holiday
hotel hotels apartments homes house rent rentals legal attorney tax loans credit insure insurance capital ventures partners associates computer download
hosting host domains webcam dating love wedding family baby kids toys pet vet horse dog golf football soccer bike hockey band audio radio movie
film camera graphics tattoo arts build construction contractors plumbing solar green eco build careers codes consulting energy
eu uk us ca au nz ie de fr es it pt nl be ch at se no dk fi pl cz sk hu ro bg gr tr ru ua jp cn kr in id th vn my sg ph hk tw br mx ar cl
pe za ng ke eg il ae sa pk bd lk np ly gl gg fm to sh st sm ws cc ac gy im is la lv lt ee si hr rs ba al md by kz ge am az so vc nu li lu mt cy
`)
/** Of those, the ones that are words which a sentence may begin with after a full stop without its space. */
export const WORD_DOMAINS: ReadonlySet<string> = set(
  'is in it at be to so me my no am us by as do la one top run show win work live',
)

export const FILE_ENDINGS: ReadonlySet<string> = set(`
txt text pdf doc docx rtf odt xls xlsx csv tsv ods ppt pptx odp key pages numbers zip rar tar gz tgz bz2 xz 7z jpg jpeg png gif svg webp bmp tif tiff heic ico psd
mp3 mp4 m4a m4v wav flac ogg opus avi mov mkv webm wmv exe msi dmg pkg deb rpm apk iso bin bat cmd sh ps1 dll sys js mjs cjs jsx ts tsx py rb
php java jar war cpp hpp cs go rs swift kt scala sql db html htm xhtml css scss less json jsonl xml yaml yml toml ini cfg conf env log lock md
rst tex bib epub mobi srt vtt ics vcf eml bak tmp old dat ipynb lua vim pem crt cer pub vue wasm proto gradle sln csproj
`)
/** Of those, the ones said as words though they are short. */
export const SAID_ENDINGS: ReadonlySet<string> = set(
  'bat bin bak cab co com conf dat dev doc env gif gov key log me mobi net org pem tar tex text tiff vim war zip',
)

/** Names of three letters that are spelled though they could be said. */
export const SPELLED_NAMES: ReadonlySet<string> = set(
  'ada aka ama aol api apk asu aws aus ceo cia coo edu epa eta fbi ibm ide ios iot irs isp isu iso nyu osu sap ssa uae uci uri url usa usc ufo ups usb utc',
)
