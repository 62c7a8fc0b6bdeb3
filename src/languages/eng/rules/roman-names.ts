const words = (list: string): ReadonlySet<string> => new Set(list.trim().split(/\s+/))

/** Of kings, popes and their like, and given names whose sons number themselves: `Henry VIII`, `Robert Smith III`. */
export const NUMBERED_NAMES = words(`
abdullah adolf adrian afonso ahmed albert albrecht alexander alexios alfonso alfred amadeus amenhotep andrew anthony
antiochus arthur artaxerxes august augustus baldwin baudouin benedict benjamin bernard boniface calixtus callixtus
canute carl carlos casimir catherine celestine charles charlie christian christopher clement cleopatra conrad
constantine constantius cosimo daniel darius david demetrius dennis donald douglas duncan edgar edmund eduard edward
edwin elizabeth emmanuel eric erik ernest eugene eumenes farouk faisal felipe ferdinand francis francisco frank franz
fred frederick frederik george gerald gordon gregory gustav gustavus haakon hadrian hakon harald harold harry henri
henry herbert honorius howard hugh hussein innocent isaac isabel isabella ivan jack jacob james jane jeffrey joao john
johann john joseph joao juan judah julius justin justinian karl kenneth lawrence leo leon leonard leopold louis love
ludwig magnus malcolm manfred manuel margaret margrethe maria mark martin mary matilda matthew maurice maximilian mehmed
michael mindaugas mohammed muhammad murad mustafa napoleon nebuchadnezzar nicholas norman olaf olav oscar otto patrick
paul pedro peter philip philippe pius ptolemy rainier ralph rama ramesses ramon ramses raymond reginald richard robert
roger romanos ronald rudolf rudolph samuel sancho sargon scott selim seti shapur sigismund simon sixtus stanley
stephen steven suleiman sylvester tewodros theodore theodosius thomas thutmose tiberius timothy trajan tutankhamun
umberto urban valentinian victor victoria vincent vladimir vladislaus walter wenceslaus wilhelm willem william
xerxes yazdegerd zhu zog
`)

export const RULERS = words(`
king queen pope emperor empress tsar czar tsarina czarina kaiser sultan shah prince princess duke archduke pharaoh
patriarch saint caliph khan count earl margrave elector antipope regent infante
`)

/** What is counted in Roman numerals, before the numeral. */
export const NUMBERED_THINGS = words(`
act acts apollo app appendix art article articles arts battlefield bk bowl book books canto category ch chap chapter chapters civilization
class column cycle diabetes diablo div division elements ep episode ex exhibit factor fallout fantasy figure fig grade group halo
installment item kombat league lesson level line mania mark mk module movement no number olympiad op opus page pages p pp
panzer part parts phase plate psalm pt quest round saturn scene scenes schedule season sec section sections sequel
series session slide stage step superbowl symphony tab table tanner title tier titan titans tome track type uhf unit
vatican ver verse version vol vols volume volumes war wars wave windows world wrestlemania zone iphone gemini soyuz
nerve lead corps regiment legion annex addendum protocol clause paragraph amendment amendments nation
`)

/** After these even a single numeral in lower-case company is a number: `type I diabetes`, `phase I trial`. */
export const SINGLE_AFTER = words('type phase stage grade class level tier category factor war vatican')
