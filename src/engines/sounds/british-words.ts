// Words whose British pronunciation no rule gives. Lower case.

const words = (text: string): ReadonlySet<string> => new Set(text.trim().split(/\s+/))

/** Stems with the vowel of `father` where Americans have that of `trap`; endings are added by rule. */
export const BATH_STEMS = words(`
  advance advantage after afternoon aghast answer ask aunt bask basket bastard bath blanch blast branch brass bypass
  calf calve cask casket cast caste castle chaff chance chancel chancellor chancery chant clasp class classroom command
  commander contrast countermand craft daft dance demand disaster disadvantage draft draught enchant enhance entrance
  example fast fasten flask flabbergast france gasp ghastly giraffe glance glass graft grant grasp grass half halve hasp
  lance last lather laugh laughter mask mast master nasty outcast overcast outlast pass passport past pastor pasture path
  plant plaster prance raft rasp raspberry rather reprimand sample salve sampler shaft shan't can't slander slant staff stance
  supermaster surpass task taskmaster telegraph photograph paragraph autograph trance tranche transplant upcast vantage vast
  aftermath broadcast forecast grandmaster headmaster masterpiece pasty sandcastle newcastle plasterer implant eggplant
  alexander flanders passover outclass hourglass fibreglass fiberglass handcraft aircraft spacecraft witchcraft handicraft
  blasted avalanche franchise ranch nance freelance perchance mischance behalf
`)

/** With the vowel of `lot` where Americans have that of `thought`, though spelled with `au` or `a`. */
export const LOT_FOR_THOUGHT = words(`
  because australia australian austria austrian sausage laurel laurence lawrence cauliflower cough coughs coughed coughing
  trough troughs gone shone yacht wash washed washing washes wander wandered wandering watch watched watching watches
`)

/** With the vowel of `thought` though spelled with `o`: `r` follows or an old spelling. */
export const THOUGHT_WITH_O = words('broad abroad bought brought fought ought sought thought thoughtful wrought nought')

/** With the vowel of `father`, against spelling or American pronunciation. */
export const FATHER_WORDS = words(`
  banana bananas tomato tomatoes pyjamas pajamas vase vases khan morale rationale castrato nirvana
`)

/** Stems that end in the vowel of `nurse` and keep it before a vowel: `furry`, `occurring`. */
export const NURSE_STEMS = words(
  'fur blur slur spur purr occur recur incur concur deter refer prefer transfer infer confer defer stir whirr bestir',
)

/** British readings in ARPAbet, with `QQ` for the vowel of `lot`; the rules are applied to them. */
export const BRITISH_READINGS: Readonly<Record<string, string>> = {
  advertisement: 'AH0 D V ER1 T IH0 S M AH0 N T',
  again: 'AH0 G EH1 N',
  against: 'AH0 G EH1 N S T',
  aluminum: 'AE2 L Y UW0 M IH1 N IY0 AH0 M',
  ate: 'EH1 T',
  ballet: 'B AE1 L EY0',
  been: 'B IY1 N',
  buffet: 'B UH1 F EY0',
  cafe: 'K AE1 F EY0',
  clerk: 'K L AA1 R K',
  clerks: 'K L AA1 R K S',
  derby: 'D AA1 R B IY0',
  detail: 'D IY1 T EY2 L',
  details: 'D IY1 T EY2 L Z',
  dynasty: 'D IH1 N AH0 S T IY0',
  either: 'AY1 DH ER0',
  figure: 'F IH1 G ER0',
  figures: 'F IH1 G ER0 Z',
  garage: 'G AE1 R AA2 ZH',
  glacier: 'G L AE1 S IY0 ER0',
  herb: 'HH ER1 B',
  herbs: 'HH ER1 B Z',
  laboratory: 'L AH0 B QQ1 R AH0 T R IY0',
  lawyer: 'L OY1 ER0',
  lawyers: 'L OY1 ER0 Z',
  leisure: 'L EH1 ZH ER0',
  lieutenant: 'L EH0 F T EH1 N AH0 N T',
  lever: 'L IY1 V ER0',
  mobile: 'M OW1 B AY2 L',
  mom: 'M QQ1 M',
  neither: 'N AY1 DH ER0',
  patent: 'P EY1 T AH0 N T',
  patriotic: 'P AE2 T R IY0 QQ1 T IH0 K',
  premier: 'P R EH1 M IY0 ER0',
  privacy: 'P R IH1 V AH0 S IY0',
  process: 'P R OW1 S EH0 S',
  processes: 'P R OW1 S EH0 S IH0 Z',
  progress: 'P R OW1 G R EH0 S',
  renaissance: 'R IH0 N EY1 S AH0 N S',
  route: 'R UW1 T',
  routes: 'R UW1 T S',
  schedule: 'SH EH1 JH UW0 L',
  schedules: 'SH EH1 JH UW0 L Z',
  scone: 'S K QQ1 N',
  solder: 'S OW1 L D ER0',
  status: 'S T EY1 T AH0 S',
  thorough: 'TH AH1 R AH0',
  thoroughly: 'TH AH1 R AH0 L IY0',
  tomato: 'T AH0 M AA1 T OW0',
  tomatoes: 'T AH0 M AA1 T OW0 Z',
  vase: 'V AA1 Z',
  vitamin: 'V IH1 T AH0 M IH0 N',
  vitamins: 'V IH1 T AH0 M IH0 N Z',
  what: 'W QQ1 T',
  was: 'W QQ1 Z',
  wasn: 'W QQ1 Z AH0 N',
  "wasn't": 'W QQ1 Z AH0 N T',
  of: 'QQ1 V',
  from: 'F R QQ1 M',
  yogurt: 'Y QQ1 G ER0 T',
  z: 'Z EH1 D',
  zebra: 'Z EH1 B R AH0',
}
