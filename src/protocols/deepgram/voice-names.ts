/**
 * Deepgram's voices by language, each spoken by a voice of the catalogue of the same language and gender and a similar
 * character.
 */
export const DEEPGRAM_VOICES: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  en: {
    amalthea: 'madison',
    andromeda: 'andromeda',
    angus: 'stucco',
    apollo: 'arcade',
    arcas: 'atrium',
    aries: 'truss',
    artemis: 'firefly',
    asteria: 'astra',
    athena: 'eyre',
    atlas: 'masonry',
    aurora: 'azura',
    callista: 'clementine',
    callisto: 'joyce',
    cetus: 'drift',
    chiron: 'everett',
    columbia: 'moraga',
    cora: 'alma',
    cordelia: 'celeste',
    crina: 'hesse',
    delia: 'estelle',
    draco: 'fuzz',
    electra: 'lyra',
    eos: 'orbea',
    harmonia: 'chantal',
    helena: 'vespera',
    helios: 'albion',
    hera: 'victoria',
    hermes: 'sirius',
    hyperion: 'marlu',
    io: 'helium',
    iris: 'ibis',
    janus: 'merritt',
    juno: 'jayne',
    jupiter: 'bauer',
    luna: 'luna',
    mars: 'tauro',
    minerva: 'rosemount',
    mira: 'elsie',
    neptune: 'neptune',
    odysseus: 'parapet',
    ophelia: 'thalassa',
    ophiuchus: 'milton',
    orion: 'orion',
    orpheus: 'cupola',
    pandora: 'vashti',
    perseus: 'ursa',
    phoebe: 'oculus',
    pluto: 'bond',
    saturn: 'pilaster',
    selene: 'transom',
    stella: 'lintel',
    thalia: 'willow',
    theia: 'eucalyptus',
    titan: 'firewall',
    triton: 'clipper',
    vega: 'wawona',
    venus: 'rosal',
    vesta: 'vesta',
    zeus: 'nexus',
  },
  es: {
    agustina: 'serena',
    alvaro: 'mediodia',
    antonia: 'cielo',
    aquila: 'mar',
    carina: 'lark',
    celeste: 'seraphina',
    diana: 'vespero',
    estrella: 'estrella',
    gloria: 'isla',
    javier: 'atardecer',
    luciano: 'solsticio',
    nestor: 'azulado',
    olivia: 'brisa',
    selena: 'nova',
    silvia: 'claridad',
    sirio: 'celestino',
    valerio: 'resplandor',
  },
  de: {
    aurelia: 'liesel',
    elara: 'aura',
    fabian: 'baldur',
    julius: 'baldur',
    kara: 'kumara',
    lara: 'runa',
    viktoria: 'lorelei',
  },
  fr: { agathe: 'aurelie', hector: 'destin' },
  ja: { ama: 'akari', ebisu: 'hiru', fujin: 'ren', izanami: 'nozomi', uzume: 'sakura' },
}

/** Of requests that name none. */
export const DEFAULT_MODEL = 'aura-asteria-en'

const MODEL = /^aura(?:-2)?-([a-z]+)-([a-z]{2})$/i

/** The voice of `aura-2-NAME-LANGUAGE`, where the catalogue's names are taken too; another name is a catalogue's. */
export function voiceOfModel(model: string): { readonly speaker: string; readonly lang: string | undefined } {
  const [, name, lang] = MODEL.exec(model.toLowerCase()) ?? []
  if (name === undefined || lang === undefined) return { speaker: model, lang: undefined }
  return { speaker: DEEPGRAM_VOICES[lang]?.[name] ?? name, lang }
}
