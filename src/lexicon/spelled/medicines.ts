/**
 * Stems of nonproprietary names (WHO, USAN) and their sounds. If none of them has the primary stress, the number says which
 * vowel before the stem has it, from the stem back.
 */
const STEMS = `
afil 1 AH0 F IH0 L
amivir AE1 M IH0 V IH0 R
asvir 1 AH0 S V IH0 R
azepam AE1 Z AH0 P AE0 M
azolam AE1 Z AH0 L AE0 M
azole 1 AH0 Z OW0 L
azosin EY1 Z OW0 S IH0 N
bactam B AE1 K T AE0 M
barbital B AA1 R B IH0 T AO0 L
buvir 1 B Y UW0 V IH0 R
caine 2 K EY0 N
ciclib S AY1 K L IH0 B
ciclovir S AY1 K L OW0 V IH0 R
cillin S IH1 L IH0 N
conazole K OW1 N AH0 Z OW0 L
curium K Y UH1 R IY0 AH0 M
curonium K Y UH0 R OW1 N IY0 AH0 M
cycline S AY1 K L IY0 N
degib 1 D EH0 G IH0 B
denib 1 D EH0 N IH0 B
dipine 1 D IH0 P IY0 N
dronate 1 D R OW0 N EY0 T
fenib 1 F AH0 N IH0 B
floxacin F L AA1 K S AH0 S IH0 N
fungin F AH1 N JH IH0 N
gatran 1 G AH0 T R AE0 N
gepant 1 JH AH0 P AE0 N T
giline 1 JH IH0 L IY0 N
gliflozin G L IH0 F L OW1 Z IH0 N
glinide 2 G L IH0 N AY0 D
gliptin G L IH1 P T IH0 N
glitazone G L IH1 T AH0 Z OW0 N
glutide G L UW1 T AY0 D
grastim G R AE1 S T IH0 M
leukin L UW1 K IH0 N
limus 1 L IH0 M AH0 S
lisib 1 L IH0 S IH0 B
losin L OW1 S IH0 N
lukast L UW1 K AE0 S T
lutamide L UW1 T AH0 M AY0 D
micin M AY1 S IH0 N
mustine M AH1 S T IY0 N
mycin M AY1 S IH0 N
navir 1 N AH0 V IH0 R
nidazole N AY1 D AH0 Z OW0 L
olol 1 AH0 L AO0 L
orexant AO0 R EH1 K S AH0 N T
oxetine AA1 K S AH0 T IY0 N
parib 1 P AH0 R IH0 B
parin P EH1 R IH0 N
penem P EH1 N EH0 M
piprazole P IH1 P R AH0 Z OW0 L
platin P L AE1 T IH0 N
poetin P OY1 T IH0 N
pramine 1 P R AH0 M IY0 N
prazole 1 P R AH0 Z OW0 L
previr 1 P R AH0 V IH0 R
pril 2 P R IH0 L
racetam R AE1 S AH0 T AE0 M
rasib 1 R AH0 S IH0 B
relin R EH1 L IH0 N
ridone 1 R IH0 D OW0 N
rubicin R UW1 B IH0 S IH0 N
sartan S AA1 R T AE0 N
semide 1 S AH0 M AY0 D
sertib S ER1 T IH0 B
setron 1 S AH0 T R AA0 N
siran 1 S IH0 R AE0 N
taxel T AE1 K S EH0 L
tecan T IY1 K AE0 N
tegravir T EH1 G R AH0 V IH0 R
terol 1 T ER0 AO0 L
thiazide TH AY1 AH0 Z AY0 D
tidine 1 T IH0 D IY0 N
tinib 1 T IH0 N IH0 B
trexate T R EH1 K S EY0 T
triptan T R IH1 P T AE0 N
triptyline T R IH1 P T AH0 L IY0 N
umab 1 UW0 M AE0 B
imab 1 IH0 M AE0 B
vaptan V AE1 P T AE0 N
vastatin V AH0 S T AE1 T IH0 N
xaban 1 K S AH0 B AE0 N
zomib 1 Z OW0 M IH0 B
zumab 1 Z UW0 M AE0 B
`

interface Stem {
  readonly letters: string
  readonly phonemes: readonly string[]
  /** 0 where the stem has the stress itself. */
  readonly stressedBefore: number
}

const BY_LENGTH: readonly Stem[] = STEMS.trim()
  .split('\n')
  .map((line) => {
    const [letters = '', ...fields] = line.split(' ')
    const phonemes = fields.filter((field) => !/^\d$/.test(field))
    return { letters, phonemes, stressedBefore: Number(fields.find((field) => /^\d$/.test(field)) ?? 0) }
  })
  .sort((a, b) => b.letters.length - a.letters.length)

/** Shorter words with such an ending are likelier something else. */
const MIN_LETTERS = 7

/** What stands before a stem is spelled as it sounds; the first that fits is taken. */
const LETTERS: readonly (readonly [RegExp, string])[] = (
  [
    ['ch', 'K'],
    ['ph', 'F'],
    ['th', 'TH'],
    ['rh', 'R'],
    ['qu', 'K W'],
    ['sc(?=[eiy])', 'S'],
    ['c(?=[eiy])', 'S'],
    ['g(?=[eiy])', 'JH'],
    ['^x', 'Z'],
    ['x', 'K S'],
    ['^y', 'Y'],
    ['au', 'AO'],
    ['e[ua]', 'UW'],
    ['[ao]e', 'IY'],
    ['ou', 'UW'],
    ['([bcdfgklmnprstz])\\1', '$1'],
    ['c', 'K'],
    ['h', 'HH'],
    ['j', 'JH'],
    ['[bdfgklmnprstvwz]', '$0'],
  ] as const
).map(([letters, sounds]) => [new RegExp(letters, 'y'), sounds])

/** A vowel with the stress, before it in the first syllable, and else. */
const VOWELS: Readonly<Record<string, readonly [string, string, string]>> = {
  a: ['AE1', 'AE2', 'AH0'],
  e: ['EH1', 'EH2', 'AH0'],
  i: ['IH1', 'IH2', 'IH0'],
  o: ['OW1', 'OW2', 'OW0'],
  u: ['UW1', 'UW2', 'UW0'],
  y: ['IH1', 'IH2', 'IH0'],
}

/** Consonants in ARPAbet, and vowels as their letters or without stress. */
function soundsOf(letters: string): readonly string[] {
  const sounds: string[] = []
  for (let at = 0; at < letters.length; ) {
    const match = LETTERS.find(([pattern]) => {
      pattern.lastIndex = at
      return pattern.test(letters)
    })
    const length = match === undefined ? 1 : match[0].lastIndex - at
    const letter = letters.charAt(at)
    const said = match?.[1].replace(/\$[01]/, letter === 'c' ? 'K' : letter.toUpperCase()) ?? letter
    sounds.push(...said.split(' '))
    at += length
  }
  return sounds
}

/** A medicine by its stem; undefined for other words. */
export function readMedicine(word: string): readonly string[] | undefined {
  const stem = word.length < MIN_LETTERS ? undefined : BY_LENGTH.find(({ letters }) => word.endsWith(letters))
  const before = stem && word.slice(0, -stem.letters.length)
  if (stem === undefined || before === undefined || !/^[a-z]*[aeiouy][a-z]*$/.test(before)) return undefined
  const sounds = soundsOf(before)
  const places = sounds.flatMap((sound, at) => (/^(?:[a-z]|AO|UW|IY)$/.test(sound) ? [at] : []))
  const stressed = stem.stressedBefore === 0 ? undefined : (places.at(-stem.stressedBefore) ?? places[0])
  const first = places.length > 1 && places[0] !== stressed ? places[0] : undefined
  const isPretonic = stressed !== undefined && places.indexOf(stressed) === 1
  const said = sounds.map((sound, at) => {
    if (!places.includes(at)) return sound
    const stress = at === stressed ? 0 : at === first && !isPretonic ? 1 : 2
    return VOWELS[sound]?.[stress] ?? `${sound}${[1, 2, 0][stress]}`
  })
  const phonemes = [...said, ...stem.phonemes]
  // An r and a consonant after it change the vowel: `arformoterol`.
  return phonemes.map((phoneme, at) =>
    phonemes[at + 1] === 'R' && !/\d$/.test(phonemes[at + 2] ?? '0')
      ? phoneme.replace('AE', 'AA').replace('OW', 'AO')
      : phoneme,
  )
}
