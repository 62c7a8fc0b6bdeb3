/**
 * Words of one spelling and several readings: the word, then each sense as its suffix and its ARPAbet, the usual sense
 * first. A suffix names parts of speech (nou, vrb, adj) or a field (geo, knot, sports); parts are joined by `-`. Plurals
 * and third persons in `-s` follow by rule where a noun stands against a verb, and the verb's `-ed` and `-ing`, unless
 * they have a line of their own.
 */
export const HOMOGRAPH_TABLE = `
abstract | adj-nou AE1 B S T R AE2 K T | vrb AE0 B S T R AE1 K T
abuse | nou AH0 B Y UW1 S | vrb AH0 B Y UW1 Z
addict | nou AE1 D IH0 K T | vrb AH0 D IH1 K T
address | nou AE1 D R EH2 S | vrb AH0 D R EH1 S
advocate | nou AE1 D V AH0 K AH0 T | vrb AE1 D V AH0 K EY2 T
affect | vrb AH0 F EH1 K T | nou-psy AE1 F EH2 K T
affiliate | nou AH0 F IH1 L IY0 AH0 T | vrb AH0 F IH1 L IY0 EY2 T
aged | vrb EY1 JH D | adj EY1 JH IH0 D
aggregate | adj-nou AE1 G R AH0 G AH0 T | vrb AE1 G R AH0 G EY2 T
ally | nou AE1 L AY2 | vrb AH0 L AY1
alternate | adj-nou AO1 L T ER0 N AH0 T | vrb AO1 L T ER0 N EY2 T
analyses | nou AH0 N AE1 L AH0 S IY2 Z | vrb AE1 N AH0 L AY2 Z IH0 Z
animate | vrb AE1 N AH0 M EY2 T | adj-nou AE1 N AH0 M AH0 T
appropriate | adj AH0 P R OW1 P R IY0 AH0 T | vrb AH0 P R OW1 P R IY0 EY2 T
approximate | adj-nou AH0 P R AA1 K S AH0 M AH0 T | vrb AH0 P R AA1 K S AH0 M EY2 T
articulate | vrb AA0 R T IH1 K Y AH0 L EY2 T | adj AA0 R T IH1 K Y AH0 L AH0 T
associate | adj-nou AH0 S OW1 S IY0 AH0 T | vrb AH0 S OW1 S IY0 EY2 T
attribute | nou AE1 T R AH0 B Y UW2 T | vrb AH0 T R IH1 B Y UW2 T
august | geo AO1 G AH0 S T | adj AO0 G AH1 S T
axes | nou-vrb AE1 K S IH0 Z | nou AE1 K S IY2 Z
bases | nou B EY1 S IH0 Z | basis B EY1 S IY2 Z
bass | nou B EY1 S | fish B AE1 S | corp B AE1 S
blessed | vrb B L EH1 S T | adj B L EH1 S IH0 D
bologna | nou B AH0 L OW1 N IY0 | geo B AH0 L OW1 N Y AH0
bow | nou-knot B OW1 | nou-ship B AW1 | vrb B AW1
bowed | vrb B AW1 D | knot B OW1 D
bowing | vrb B AW1 IH0 NG | knot B OW1 IH0 NG
bows | nou-knot B OW1 Z | nou-ship B AW1 Z | vrb B AW1 Z
buffet | nou B AH0 F EY1 | vrb B AH1 F AH0 T
celtic | adj-nou K EH1 L T IH0 K | adj-nou-sports S EH1 L T IH0 K
celtics | sports S EH1 L T IH0 K S
close | vrb K L OW1 Z | adj-nou K L OW1 S
closer | adj K L OW1 S ER0 | nou K L OW1 Z ER0
closes | vrb K L OW1 Z IH0 Z
combine | vrb K AH0 M B AY1 N | nou K AA1 M B AY2 N
commune | nou K AA1 M Y UW0 N | vrb K AH0 M Y UW1 N
compact | adj-nou K AA1 M P AE0 K T | vrb K AH0 M P AE1 K T
complement | nou K AA1 M P L AH0 M AH0 N T | vrb K AA1 M P L AH0 M EH2 N T
compliment | nou K AA1 M P L AH0 M AH0 N T | vrb K AA1 M P L AH0 M EH2 N T
compound | nou K AA1 M P AW2 N D | vrb K AH0 M P AW1 N D
compress | vrb K AH0 M P R EH1 S | nou K AA1 M P R EH0 S
conduct | nou K AA1 N D AH0 K T | vrb K AH0 N D AH1 K T
confederate | adj-nou K AH0 N F EH1 D ER0 AH0 T | vrb K AH0 N F EH1 D ER0 EY2 T
confines | nou K AA1 N F AY2 N Z | vrb K AH0 N F AY1 N Z
conflict | nou K AA1 N F L IH0 K T | vrb K AH0 N F L IH1 K T
conglomerate | adj-nou K AH0 N G L AA1 M ER0 AH0 T | vrb K AH0 N G L AA1 M ER0 EY2 T
conjugate | vrb K AA1 N JH AH0 G EY2 T | adj-nou K AA1 N JH AH0 G AH0 T
conscript | nou K AA1 N S K R IH2 P T | vrb K AH0 N S K R IH1 P T
console | nou K AA1 N S OW2 L | vrb K AH0 N S OW1 L
consort | nou K AA1 N S AO0 R T | vrb K AH0 N S AO1 R T
construct | vrb K AH0 N S T R AH1 K T | nou K AA1 N S T R AH0 K T
consummate | vrb K AA1 N S AH0 M EY2 T | adj K AA1 N S AH0 M AH0 T
content | nou K AA1 N T EH0 N T | adj-nou-vrb K AH0 N T EH1 N T
contents | nou K AA1 N T EH0 N T S
contest | nou K AA1 N T EH0 S T | vrb K AH0 N T EH1 S T
contract | nou K AA1 N T R AE2 K T | vrb K AH0 N T R AE1 K T
contrast | nou K AA1 N T R AE0 S T | vrb K AH0 N T R AE1 S T
converse | vrb K AH0 N V ER1 S | adj-nou K AA1 N V ER0 S
convert | vrb K AH0 N V ER1 T | nou K AA1 N V ER0 T
convict | nou K AA1 N V IH0 K T | vrb K AH0 N V IH1 K T
coordinate | vrb K OW0 AO1 R D AH0 N EY2 T | adj-nou K OW0 AO1 R D AH0 N AH0 T
correlate | vrb K AO1 R AH0 L EY2 T | nou K AO1 R AH0 L AH0 T
decrease | nou D IY1 K R IY2 S | vrb D IH0 K R IY1 S
defect | nou D IY1 F EH0 K T | vrb D IH0 F EH1 K T
degenerate | adj-nou D IH0 JH EH1 N ER0 AH0 T | vrb D IH0 JH EH1 N ER0 EY2 T
delegate | nou D EH1 L AH0 G AH0 T | vrb D EH1 L AH0 G EY2 T
deliberate | adj D IH0 L IH1 B ER0 AH0 T | vrb D IH0 L IH1 B ER0 EY2 T
desert | nou D EH1 Z ER0 T | vrb D IH0 Z ER1 T
designate | vrb D EH1 Z IH0 G N EY2 T | adj D EH1 Z IH0 G N AH0 T
deviate | vrb D IY1 V IY0 EY2 T | nou D IY1 V IY0 AH0 T
diagnoses | nou D AY2 AH0 G N OW1 S IY2 Z | vrb D AY2 AH0 G N OW1 S IH0 Z
diffuse | vrb D IH0 F Y UW1 Z | adj D IH0 F Y UW1 S
digest | vrb D AY0 JH EH1 S T | nou D AY1 JH EH0 S T
discard | vrb D IH0 S K AA1 R D | nou D IH1 S K AA2 R D
discharge | nou D IH1 S CH AA2 R JH | vrb D IH0 S CH AA1 R JH
discount | nou D IH1 S K AW2 N T | vrb D IH0 S K AW1 N T
document | nou D AA1 K Y AH0 M AH0 N T | vrb D AA1 K Y AH0 M EH2 N T
does | vrb D AH1 Z | nou D OW1 Z
dove | nou D AH1 V | vrb D OW1 V
duplicate | adj-nou D UW1 P L AH0 K AH0 T | vrb D UW1 P L AH0 K EY2 T
elaborate | adj IH0 L AE1 B R AH0 T | vrb IH0 L AE1 B ER0 EY2 T
entrance | nou EH1 N T R AH0 N S | vrb EH0 N T R AE1 N S
escort | nou EH1 S K AO0 R T | vrb EH0 S K AO1 R T
estimate | nou EH1 S T AH0 M AH0 T | vrb EH1 S T AH0 M EY2 T
excuse | nou IH0 K S K Y UW1 S | vrb IH0 K S K Y UW1 Z
expatriate | nou EH0 K S P EY1 T R IY0 AH0 T | vrb EH0 K S P EY1 T R IY0 EY2 T
experiment | nou IH0 K S P EH1 R AH0 M AH0 N T | vrb IH0 K S P EH1 R AH0 M EH2 N T
exploit | vrb EH0 K S P L OY1 T | nou EH1 K S P L OY2 T
export | nou EH1 K S P AO0 R T | vrb EH0 K S P AO1 R T
expose | vrb IH0 K S P OW1 Z | nou EH2 K S P OW0 Z EY1
extract | vrb IH0 K S T R AE1 K T | nou EH1 K S T R AE2 K T
fragment | nou F R AE1 G M AH0 N T | vrb F R AE1 G M EH2 N T
frequent | adj F R IY1 K W AH0 N T | vrb F R IY0 K W EH1 N T
graduate | adj-nou G R AE1 JH AH0 W AH0 T | vrb G R AE1 JH AH0 W EY2 T
house | nou HH AW1 S | vrb HH AW1 Z
houses | nou-vrb HH AW1 Z IH0 Z
impact | nou IH1 M P AE0 K T | vrb IH0 M P AE1 K T
implant | nou IH1 M P L AE2 N T | vrb IH0 M P L AE1 N T
implement | vrb IH1 M P L AH0 M EH2 N T | nou IH1 M P L AH0 M AH0 N T
import | nou IH1 M P AO2 R T | vrb IH0 M P AO1 R T
imprint | nou IH1 M P R IH2 N T | vrb IH0 M P R IH1 N T
incense | nou IH1 N S EH2 N S | vrb IH0 N S EH1 N S
incline | nou IH1 N K L AY2 N | vrb IH0 N K L AY1 N
increase | nou IH1 N K R IY2 S | vrb IH0 N K R IY1 S
increment | nou IH1 N K R AH0 M AH0 N T | vrb IH1 N K R AH0 M EH2 N T
initiate | vrb IH0 N IH1 SH IY0 EY2 T | nou IH0 N IH1 SH IY0 AH0 T
insert | vrb IH0 N S ER1 T | nou IH1 N S ER2 T
instrument | nou IH1 N S T R AH0 M AH0 N T | vrb IH1 N S T R AH0 M EH2 N T
insult | nou IH1 N S AH2 L T | vrb IH0 N S AH1 L T
interchange | nou IH1 N T ER0 CH EY2 N JH | vrb IH2 N T ER0 CH EY1 N JH
intern | nou IH1 N T ER2 N | vrb IH0 N T ER1 N
intimate | adj IH1 N T AH0 M AH0 T | vrb IH1 N T AH0 M EY2 T
intrigue | nou IH1 N T R IY2 G | vrb IH0 N T R IY1 G
invalid | adj IH0 N V AE1 L AH0 D | nou IH1 N V AH0 L AH0 D
invite | vrb IH0 N V AY1 T | nou IH1 N V AY2 T
isolate | vrb AY1 S AH0 L EY2 T | nou AY1 S AH0 L AH0 T
jesus | nam JH IY1 Z AH0 S | es HH EY0 S UW1 S
job | nou JH AA1 B | bible JH OW1 B
laminate | nou L AE1 M AH0 N AH0 T | vrb L AE1 M AH0 N EY2 T
lead | vrb L IY1 D | nou-met L EH1 D
learned | vrb L ER1 N D | adj L ER1 N IH0 D
live | vrb L IH1 V | adj L AY1 V
lives | nou L AY1 V Z | vrb L IH1 V Z
minute | nou M IH1 N AH0 T | adj M AY0 N UW1 T
misuse | nou M IH0 S Y UW1 S | vrb M IH0 S Y UW1 Z
mobile | adj-nou M OW1 B AH0 L | geo M OW0 B IY1 L | nou-art M OW1 B IY2 L
moderate | adj-nou M AA1 D ER0 AH0 T | vrb M AA1 D ER0 EY2 T
moped | nou M OW1 P EH2 D | vrb M OW1 P T
mouth | nou M AW1 TH | vrb M AW1 DH
mouths | nou-vrb M AW1 DH Z
nestle | vrb N EH1 S AH0 L | nam N EH1 S L EY0
nice | adj N AY1 S | geo N IY1 S
number | nou N AH1 M B ER0 | adj N AH1 M ER0
object | nou AA1 B JH EH0 K T | vrb AH0 B JH EH1 K T
ornament | nou AO1 R N AH0 M AH0 N T | vrb AO1 R N AH0 M EH2 N T
overestimate | vrb OW2 V ER0 EH1 S T AH0 M EY2 T | nou OW2 V ER0 EH1 S T AH0 M AH0 T
overlap | nou OW1 V ER0 L AE2 P | vrb OW2 V ER0 L AE1 P
override | nou OW1 V ER0 R AY2 D | vrb OW2 V ER0 R AY1 D
overthrow | vrb OW2 V ER0 TH R OW1 | nou OW1 V ER0 TH R OW2
pasty | nou P AE1 S T IY0 | adj P EY1 S T IY0
perfect | adj P ER1 F IH0 K T | vrb P ER0 F EH1 K T
perfume | nou P ER1 F Y UW0 M | vrb P ER0 F Y UW1 M
permit | vrb P ER0 M IH1 T | nou P ER1 M IH2 T
pervert | nou P ER1 V ER0 T | vrb P ER0 V ER1 T
pigment | nou P IH1 G M AH0 N T | vrb P IH1 G M EH2 N T
polish | nou-vrb P AA1 L IH0 SH | geo P OW1 L IH0 SH
postulate | vrb P AA1 S CH AH0 L EY2 T | nou P AA1 S CH AH0 L AH0 T
precipitate | vrb P R IH0 S IH1 P IH0 T EY2 T | adj-nou P R IH0 S IH1 P IH0 T AH0 T
predicate | nou P R EH1 D IH0 K AH0 T | vrb P R EH1 D IH0 K EY2 T
present | adj-nou P R EH1 Z AH0 N T | vrb P R IH0 Z EH1 N T
proceeds | nou P R OW1 S IY2 D Z | vrb P R AH0 S IY1 D Z
produce | vrb P R AH0 D UW1 S | nou P R OW1 D UW0 S
progress | nou P R AA1 G R EH2 S | vrb P R AH0 G R EH1 S
project | nou P R AA1 JH EH0 K T | vrb P R AH0 JH EH1 K T
protest | nou P R OW1 T EH2 S T | vrb P R AH0 T EH1 S T
putting | vrb P UH1 T IH0 NG | golf P AH1 T IH0 NG
read | present R IY1 D | past R EH1 D
reading | nou R IY1 D IH0 NG | geo R EH1 D IH0 NG
rebel | nou R EH1 B AH0 L | vrb R IH0 B EH1 L
rebound | nou R IY1 B AW2 N D | vrb R IH0 B AW1 N D
recap | nou R IY1 K AE2 P | vrb R IY0 K AE1 P
record | nou R EH1 K ER0 D | vrb R IH0 K AO1 R D
recount | vrb R IH0 K AW1 N T | nou R IY1 K AW2 N T
refill | nou R IY1 F IH2 L | vrb R IY0 F IH1 L
refund | nou R IY1 F AH2 N D | vrb R IH0 F AH1 N D
refuse | vrb R IH0 F Y UW1 Z | nou R EH1 F Y UW2 S
reject | vrb R IH0 JH EH1 K T | nou R IY1 JH EH0 K T
remake | nou R IY1 M EY2 K | vrb R IY0 M EY1 K
replay | nou R IY1 P L EY2 | vrb R IY0 P L EY1
rerelease | nou R IY1 R IH0 L IY2 S | vrb R IY2 R IH0 L IY1 S
rerun | nou R IY1 R AH2 N | vrb R IY0 R AH1 N
reset | vrb R IY0 S EH1 T | nou R IY1 S EH2 T
resume | vrb R IH0 Z UW1 M | nou R EH1 Z AH0 M EY2
retake | nou R IY1 T EY2 K | vrb R IY0 T EY1 K
rewrite | vrb R IY0 R AY1 T | nou R IY1 R AY2 T
rodeo | nou R OW1 D IY0 OW2 | geo R OW0 D EY1 OW0
row | one R OW1 | two R AW1
rows | one R OW1 Z | two R AW1 Z
sake | nou S EY1 K | jp S AA1 K IY0
segment | nou S EH1 G M AH0 N T | vrb S EH1 G M EH2 N T
separate | adj S EH1 P R AH0 T | vrb S EH1 P ER0 EY2 T
sewer | nou S UW1 ER0 | sew S OW1 ER0
sow | vrb S OW1 | nou S AW1
sows | vrb S OW1 Z | nou S AW1 Z
subject | adj-nou S AH1 B JH IH0 K T | vrb S AH0 B JH EH1 K T
subordinate | adj-nou S AH0 B AO1 R D AH0 N AH0 T | vrb S AH0 B AO1 R D AH0 N EY2 T
supplement | nou S AH1 P L AH0 M AH0 N T | vrb S AH1 P L AH0 M EH2 N T
survey | nou S ER1 V EY2 | vrb S ER0 V EY1
suspect | vrb S AH0 S P EH1 K T | adj-nou S AH1 S P EH2 K T
syndicate | nou S IH1 N D IH0 K AH0 T | vrb S IH1 N D IH0 K EY2 T
tear | vrb T EH1 R | nou T IH1 R
teared | nou T IH1 R D
tears | nou T IH1 R Z | vrb T EH1 R Z
torment | nou T AO1 R M EH2 N T | vrb T AO0 R M EH1 N T
transfer | nou T R AE1 N S F ER0 | vrb T R AE0 N S F ER1
transform | vrb T R AE0 N S F AO1 R M | nou T R AE1 N S F AO0 R M
transplant | nou T R AE1 N S P L AE2 N T | vrb T R AE0 N S P L AE1 N T
transport | nou T R AE1 N S P AO0 R T | vrb T R AE0 N S P AO1 R T
underestimate | vrb AH2 N D ER0 EH1 S T AH0 M EY2 T | nou AH2 N D ER0 EH1 S T AH0 M AH0 T
update | nou AH1 P D EY2 T | vrb AH0 P D EY1 T
upgrade | nou AH1 P G R EY2 D | vrb AH0 P G R EY1 D
upset | vrb AH0 P S EH1 T | nou AH1 P S EH2 T
use | vrb Y UW1 Z | nou Y UW1 S
used | vrb Y UW1 Z D | past Y UW1 S T
wind | nou W IH1 N D | vrb W AY1 N D
winds | nou W IH1 N D Z | vrb W AY1 N D Z
wound | nou W UW1 N D | vrb W AW1 N D
`
