interface NamedVoice {
  readonly name: string
  /** The voice of the catalogue that speaks it, of the same language and gender. */
  readonly speaker: string
}

/** Cartesia's voices by their ids that clients have as defaults or in their examples. */
export const CARTESIA_VOICES: Readonly<Record<string, NamedVoice>> = {
  'f786b574-daa5-4673-aa0c-cbe3e8534c02': { name: 'Katie', speaker: 'luna' },
  '6ccbfb76-1fc6-48f7-b71d-91ac6298247b': { name: 'Tessa', speaker: 'celeste' },
  'db6b0ed5-d5d3-463d-ae85-518a07d3c2b4': { name: 'Skylar', speaker: 'willow' },
  '694f9389-aac1-45b6-b726-9d9369183238': { name: 'Sarah', speaker: 'astra' },
  'a0e99841-438c-4a64-b679-ae501e7d6091': { name: 'Greg', speaker: 'masonry' },
  '228fca29-3a0a-435c-8728-5cb483251068': { name: 'Kiefer', speaker: 'bond' },
  'cbaf8084-f009-4838-a096-07ee2e6612b1': { name: 'Maya', speaker: 'lyra' },
  '9626c31c-bec5-4cca-baa8-f8ba9e84c8bc': { name: 'Jacqueline', speaker: 'estelle' },
  '0834f3df-e650-4766-a20c-5a93a43aa6e3': { name: 'Leo', speaker: 'sirius' },
  'c961b81c-a935-4c17-bfb3-ba2239de8c2f': { name: 'Kyle', speaker: 'truss' },
  'f4a3a8e4-694c-4c45-9ca0-27caf97901b5': { name: 'Gavin', speaker: 'arcade' },
  '30894953-bcce-41fe-892c-15ce19c843ff': { name: 'Parker', speaker: 'atrium' },
}

/** The catalogue's name of a voice; ids that are not Cartesia's are returned as they are. */
export const speakerOfVoice = (id: string): string =>
  Object.hasOwn(CARTESIA_VOICES, id) ? (CARTESIA_VOICES[id] as NamedVoice).speaker : id
