/**
 * Stems of nonproprietary names (WHO, USAN) and their sounds. If none of them has the primary stress, the number says which
 * vowel before the stem has it, from the stem back.
 */
const STEMS = `
afil 1 AH0 F IH0 L
alol 1 AH0 L AO0 L
amivir AE1 M IH0 V IH0 R
amulin AE1 M Y UW0 L IH0 N
androlone AE1 N D R AH0 L OW0 N
anib 1 AH0 N IH0 B
anotide AE1 N OW0 T AY0 D
anserin AE1 N S ER0 IH0 N
apine 1 AH0 P IY0 N
aquine 1 AH0 K W IY0 N
arabine EH1 R AH0 B IY0 N
asteride AE1 S T ER0 AY0 D
astine 1 AH0 S T IY0 N
asvir 1 AH0 S V IH0 R
azepam AE1 Z AH0 P AE0 M
azepine AE1 Z AH0 P IY0 N
azolam AE1 Z AH0 L AE0 M
azole 1 AH0 Z OW0 L
azoline AE1 Z AH0 L IY0 N
azosin EY1 Z OW0 S IH0 N
azuril AE1 Z Y UW0 R IH0 L
bactam B AE1 K T AE0 M
barbital B AA1 R B IH0 T AO0 L
barbitone B AA1 R B IH0 T OW0 N
bazine 1 B AH0 Z IY0 N
bercept 1 B ER0 S EH0 P T
bopag 1 B OW0 P AE0 G
botulinumtoxin B AA2 CH AH0 L AY2 N AH0 M T AA1 K S IH0 N
buvir 1 B Y UW0 V IH0 R
cabtagene K AE1 B T AH0 JH IY0 N
caftor K AE1 F T AO0 R
caine 2 K EY0 N
calcet K AE1 L S EH0 T
camten K AE1 M T EH0 N
capone 1 K AH0 P OW0 N
cicept 1 S IH0 S EH0 P T
ciclib S AY1 K L IH0 B
ciclovir S AY1 K L OW0 V IH0 R
ciferol S IH1 F ER0 AO0 L
cillin S IH1 L IH0 N
citabine S IH1 T AH0 B IY0 N
cobalamin K OW0 B AE1 L AH0 M IH0 N
conazole K OW1 N AH0 Z OW0 L
copan K OW1 P AE0 N
coplan K OW1 P L AE0 N
cortolone K AO1 R T AH0 L OW0 N
coxib K AA1 K S IH0 B
cumab 1 K Y UW0 M AE0 B
curium K Y UH1 R IY0 AH0 M
cycline S AY1 K L IY0 N
dazine 1 D AH0 Z IY0 N
degib 1 D EH0 G IH0 B
denib 1 D EH0 N IH0 B
desivir D EH1 S IH0 V IH0 R
dipine 1 D IH0 P IY0 N
dopa D OW1 P AH0
dotin D OW1 T IH0 N
dronate 1 D R OW0 N EY0 T
drostat D R OW1 S T AE0 T
dustat D UW1 S T AE0 T
ectin EH1 K T IH0 N
estrant EH1 S T R AH0 N T
facept 1 F AH0 S EH0 P T
fenac 1 F AH0 N AE0 K
fenacin F EH1 N AH0 S IH0 N
fenadine F EH1 N AH0 D IY0 N
fenib 1 F AH0 N IH0 B
fentanil F EH1 N T AH0 N IH0 L
fibrate F AY1 B R EY0 T
floxacin F L AA1 K S AH0 S IH0 N
flurane F L UH1 R EY0 N
fungin F AH1 N JH IH0 N
gatran 1 G AH0 T R AE0 N
gepant 1 JH AH0 P AE0 N T
gestrel JH EH1 S T R EH0 L
gestrol JH EH1 S T R AO0 L
giline 1 JH IH0 L IY0 N
gliflozin G L IH0 F L OW1 Z IH0 N
glinide 2 G L IH0 N AY0 D
glipron G L IH1 P R AA0 N
gliptin G L IH1 P T IH0 N
glitazone G L IH1 T AH0 Z OW0 N
glucerase G L UW1 S ER0 EY0 S
golix G OW1 L IH0 K S
grastim G R AE1 S T IH0 M
gravir 1 G R AH0 V IH0 R
grel 2 G R EH0 L
grelor 1 G R AH0 L AO0 R
iazine AY1 AH0 Z IY0 N
imab 1 IH0 M AE0 B
imod 1 IH0 M AA0 D
inolone IH1 N AH0 L OW0 N
inostat IH1 N OW0 S T AE0 T
irsen ER1 S AH0 N
irudin IH1 R UW0 D IH0 N
lazine 1 L AH0 Z IY0 N
leukin L UW1 K IH0 N
lidomide L IH1 D OW0 M AY0 D
limus 1 L IH0 M AH0 S
lisib 1 L IH0 S IH0 B
lizine 1 L IH0 Z IY0 N
losin 1 L OW0 S IH0 N
lukast L UW1 K AE0 S T
lutamide L UW1 T AH0 M AY0 D
mazine 1 M AH0 Z IY0 N
menib 1 M AH0 N IH0 B
metasone M EH1 T AH0 S OW0 N
methasone M EH1 TH AH0 S OW0 N
metholone M EH1 TH AH0 L OW0 N
micin M AY1 S IH0 N
milast 1 M IH0 L AE0 S T
mustine M AH1 S T IY0 N
mycin M AY1 S IH0 N
nacept 1 N AH0 S EH0 P T
nadione N AH0 D AY1 OW0 N
navir 1 N AH0 V IH0 R
nazine 1 N AH0 Z IY0 N
nidazole N AY1 D AH0 Z OW0 L
niramine N IH1 R AH0 M IY0 N
nisolone N IH1 S AH0 L OW0 N
ocumab AA1 K Y UW0 M AE0 B
ofovir OW1 F OW0 V IH0 R
olaner OW1 L AH0 N ER0
olol 1 AH0 L AO0 L
onidase AA1 N IH0 D EY0 S
onidine AA1 N IH0 D IY0 N
onium OW1 N IY0 AH0 M
ophylline AA1 F AH0 L IH0 N
oprost 1 OW0 P R AA0 S T
oquine 1 OW0 K W IY0 N
orexant AO0 R EH1 K S AH0 N T
ostatin OW0 S T AE1 T IH0 N
ostigmine OW0 S T IH1 G M IY0 N
oxetine AA1 K S AH0 T IY0 N
oxicam AA1 K S IH0 K AE0 M
ozole 1 OW0 Z OW0 L
paratide P EH1 R AH0 T AY0 D
parib 1 P AH0 R IH0 B
parin P EH1 R IH0 N
penem P EH1 N EH0 M
peridol P EH1 R IH0 D AO0 L
piprazole P IH1 P R AH0 Z OW0 L
piravir P IH1 R AH0 V IH0 R
pitant 1 P IH0 T AH0 N T
platin P L AE1 T IH0 N
poetin P OY1 T IH0 N
pramine 1 P R AH0 M IY0 N
prazan 1 P R AH0 Z AE0 N
prazole 1 P R AH0 Z OW0 L
pressin P R EH1 S IH0 N
previr 1 P R AH0 V IH0 R
pril 2 P R IH0 L
pristin 1 P R IH0 S T IH0 N
profen P R OW1 F AH0 N
racetam R AE1 S AH0 T AE0 M
ralstat R AE1 L S T AE0 T
rantel R AE1 N T EH0 L
rasib 1 R AH0 S IH0 B
razine 1 R AH0 Z IY0 N
relin R EH1 L IH0 N
relix R EH1 L IH0 K S
reotide R IY1 OW0 T AY0 D
ridone 1 R IH0 D OW0 N
rizine 1 R IH0 Z IY0 N
rubicin R UW1 B IH0 S IH0 N
sartan S AA1 R T AE0 N
semide 1 S AH0 M AY0 D
senatide S EH1 N AH0 T AY0 D
sentan S EH1 N T AE0 N
sertib S ER1 T IH0 B
setron 1 S AH0 T R AA0 N
sidase 1 S IH0 D EY0 S
siran 1 S IH0 R AE0 N
statin S T AE1 T IH0 N
stigmine S T IH1 G M IY0 N
sulfan S AH1 L F AE0 N
sulfase S AH1 L F EY0 S
tacept 1 T AH0 S EH0 P T
tadine 1 T AH0 D IY0 N
tamab 1 T AH0 M AE0 B
tansine T AE1 N S IY0 N
taxel T AE1 K S EH0 L
tecan T IY1 K AE0 N
tentan T EH1 N T AE0 N
teplase 1 T AH0 P L EY0 S
tercept 1 T ER0 S EH0 P T
terol 1 T ER0 AO0 L
thiazide TH AY1 AH0 Z AY0 D
tidine 1 T IH0 D IY0 N
tinib 1 T IH0 N IH0 B
tocin T OW1 S IH0 N
trapib 1 T R AH0 P IH0 B
trelvir T R EH1 L V IH0 R
trexate T R EH1 K S EY0 T
trigine 1 T R IH0 JH IY0 N
triptan T R IH1 P T AE0 N
triptyline T R IH1 P T AH0 L IY0 N
tropin T R OW1 P IH0 N
tropium T R OW1 P IY0 AH0 M
tumomab T UW1 M OW0 M AE0 B
umab 1 UW0 M AE0 B
utide UW1 T AY0 D
vancin V AE1 N S IH0 N
vaptan V AE1 P T AE0 N
vaquone 1 V AH0 K W OW0 N
vastatin V AH0 S T AE1 T IH0 N
vetmab V EH1 T M AE0 B
vibart V IH1 B AA0 R T
virine V AY1 R IY0 N
vudine 1 V Y UW0 D IY0 N
xaban 1 K S AH0 B AE0 N
xazine 1 K S AH0 Z IY0 N
xolone 1 K S AH0 L OW0 N
zolamide Z OW1 L AH0 M AY0 D
zomib 1 Z OW0 M IH0 B
zumab 1 Z UW0 M AE0 B
`

export interface Stem {
  readonly letters: string
  readonly phonemes: readonly string[]
  /** 0 where the stem has the stress itself. */
  readonly stressedBefore: number
}

/** The longest first. */
export const MEDICINE_STEMS: readonly Stem[] = STEMS.trim()
  .split('\n')
  .map((line) => {
    const [letters = '', ...fields] = line.split(' ')
    const phonemes = fields.filter((field) => !/^\d$/.test(field))
    return { letters, phonemes, stressedBefore: Number(fields.find((field) => /^\d$/.test(field)) ?? 0) }
  })
  .sort((a, b) => b.letters.length - a.letters.length)
