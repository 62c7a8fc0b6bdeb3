/**
 * Deepgram's voices of Flux, all English, each spoken by another voice of the catalogue of the same gender, and of the same
 * accent as far as there are any.
 */
export const FLUX_VOICES: Readonly<Record<string, string>> = {
  alexis: 'luna',
  bree: 'willow',
  brittany: 'berklee',
  brooke: 'clementine',
  bruce: 'cupola',
  cliff: 'parapet',
  cole: 'beatty',
  colin: 'everett',
  conor: 'atrium',
  donovan: 'masonry',
  drew: 'arcade',
  elise: 'eyre',
  gemma: 'vashti',
  haley: 'lyra',
  hannah: 'vespera',
  heather: 'astra',
  jack: 'fuzz',
  kai: 'eliphas',
  kelsey: 'lintel',
  kit: 'albion',
  maeve: 'sonnagh',
  marcelo: 'sirius',
  marcus: 'bond',
  meena: 'hawa',
  meghan: 'thalassa',
  miles: 'stucco',
  naveen: 'naipaul',
  paige: 'hesse',
  priya: 'firefly',
  rufus: 'bancroft',
  sean: 'truss',
  sharon: 'perth',
  sienna: 'transom',
  tanner: 'marlu',
  wade: 'lawton',
  wes: 'godfrey',
}

const MODEL = /^flux-([\p{L}\d_]+)-([a-z]{2,3})$/u

/** The voice of `flux-NAME-LANGUAGE`, where the catalogue's names are taken too; another name is a catalogue's. */
export function voiceOfFluxModel(model: string): { readonly speaker: string; readonly lang: string | undefined } {
  const [, name, lang] = MODEL.exec(model.toLowerCase()) ?? []
  if (name === undefined) return { speaker: model, lang: undefined }
  return { speaker: (lang === 'en' ? FLUX_VOICES[name] : undefined) ?? name, lang }
}
