import type { Sentence } from './sentence.ts'

/** Places that sound otherwise in some states: the word, how it is usually said, how it is there, and the states. */
export const LOCAL_PLACES = `
athens | AE1 TH AH0 N Z | EY1 TH AH0 N Z | illinois kentucky
beaufort | B OW1 F ER0 T | B Y UW1 F ER0 T | south-carolina
berlin | B ER0 L IH1 N | B ER1 L IH0 N | connecticut new-hampshire vermont wisconsin maryland massachusetts
bogota | B OW2 G AH0 T AA1 | B AH0 G OW1 T AH0 | new-jersey texas
bolivar | B OW0 L IY1 V AA0 R | B AA1 L AH0 V ER0 | missouri tennessee ohio
cadiz | K AH0 D IH1 Z | K EY1 D IY0 Z | kentucky
cairo | K AY1 R OW0 | K EH1 R OW0 | illinois georgia
calais | K AE0 L EY1 | K AE1 L IH0 S | maine vermont
charlotte | SH AA1 R L AH0 T | SH ER0 L AA1 T | michigan vermont
chili | CH IH1 L IY0 | CH AY1 L AY2 | new-york
delhi | D EH1 L IY0 | D EH1 L HH AY2 | new-york california iowa louisiana
genoa | JH EH1 N OW0 AH0 | JH AH0 N OW1 AH0 | illinois nevada nebraska ohio
lafayette | L AA2 F IY0 Y EH1 T | L AH0 F EY1 EH0 T | georgia tennessee alabama
lima | L IY1 M AH0 | L AY1 M AH0 | ohio new-york
louisville | L UW1 IY0 V IH2 L | L UW1 AH0 S V IH2 L | colorado ohio georgia
madrid | M AH0 D R IH1 D | M AE1 D R IH0 D | iowa new-york maine new-mexico
mantua | M AE1 N CH UW0 AH0 | M AE1 N AH0 W EY2 | ohio
marseilles | M AA0 R S EY1 | M AA0 R S EY1 L Z | illinois
medina | M AH0 D IY1 N AH0 | M AH0 D AY1 N AH0 | ohio minnesota new-york washington texas
milan | M AH0 L AA1 N | M AY1 L AH0 N | michigan ohio tennessee indiana illinois missouri new-hampshire
montevideo | M AA2 N T AH0 V IH0 D EY1 OW0 | M AA2 N T AH0 V IH0 D IY1 OW0 | minnesota
nevada | N AH0 V AE1 D AH0 | N AH0 V EY1 D AH0 | missouri iowa
newark | N UW1 ER0 K | N UW1 AA2 R K | delaware
norfolk | N AO1 R F AH0 K | N AO1 R F AO2 R K | nebraska
palestine | P AE1 L AH0 S T AY2 N | P AE1 L AH0 S T IY2 N | texas illinois ohio
pierre | P IY0 EH1 R | P IH1 R | south-dakota
prague | P R AA1 G | P R EY1 G | oklahoma minnesota
quincy | K W IH1 N S IY0 | K W IH1 N Z IY0 | massachusetts
rio | R IY1 OW0 | R AY1 OW0 | wisconsin illinois
tripoli | T R IH1 P AH0 L IY0 | T R IH0 P OW1 L AH0 | iowa
versailles | V ER0 S AY1 | V ER0 S EY1 L Z | kentucky missouri indiana ohio illinois
vienna | V IY0 EH1 N AH0 | V AY0 EH1 N AH0 | georgia maine illinois
`

/** The states that follow names of places, `south-dakota` in one word. */
const STATES = new Set(
  `alabama alaska arizona arkansas california colorado connecticut delaware florida georgia hawaii idaho illinois indiana
  iowa kansas kentucky louisiana maine maryland massachusetts michigan minnesota mississippi missouri montana nebraska
  nevada new-hampshire new-jersey new-mexico new-york north-carolina north-dakota ohio oklahoma oregon pennsylvania
  rhode-island south-carolina south-dakota tennessee texas utah vermont virginia washington west-virginia wisconsin
  wyoming england scotland wales ireland france italy spain germany australia canada ontario berkshire`.split(/\s+/),
)

const STATES_BY_PLACE: ReadonlyMap<string, ReadonlySet<string>> = new Map(
  LOCAL_PLACES.trim()
    .split('\n')
    .map((line) => {
      const [word = '', , , states = ''] = line.split(' | ')
      return [word, new Set(states.split(' '))]
    }),
)

/** The state or country right after a place: `Reading, Pennsylvania`. */
export function stateAfter(sentence: Sentence, at: number): string | undefined {
  const start = sentence.word(at + 1) === ',' ? at + 2 : at + 1
  if (!sentence.startsUpper(start)) return undefined
  const two = `${sentence.word(start)}-${sentence.word(start + 1)}`
  return [two, sentence.word(start)].find((state) => STATES.has(state))
}

/** How the place is said where it is; null for other words. */
export function placeSense(sentence: Sentence, at: number, word: string): 'geo' | 'local' | null {
  const states = STATES_BY_PLACE.get(word)
  if (states === undefined) return null
  return states.has(stateAfter(sentence, at) ?? '') ? 'local' : 'geo'
}
