import type { operations } from './schema.d.ts'

// What the routes of the page answer with, by the server's OpenAPI document.

type Answer<Operation extends keyof operations, Status extends number = 200> = operations[Operation] extends {
  responses: Record<Status, { content: { 'application/json': infer Body } }>
}
  ? Body
  : never

export const MODELS = ['coda', 'arcana', 'mistv3', 'mistv2'] as const satisfies readonly Model[]

export type Session = Answer<'getSession'>
/** Requests with the header of ElevenLabs get another form. */
export type VoiceList = Extract<Answer<'listSpokenVoices'>, { voices: readonly { speaker: string }[] }>
export type Voice = VoiceList['voices'][number]
export type Model = Voice['model']
export type Readings = Answer<'listReadings'>
export type ReadToken = Readings['tokens'][number]
export type DictionaryEntry = Answer<'listWords'>[number]
export type DictionaryRequest = Answer<'listWordRequests'>[number]
export type KeyList = Answer<'listKeys'>
export type Key = KeyList['keys'][number]
export type NewKey = Answer<'createKey', 201>
export type Usage = Answer<'getUsage'>
export type UsageRow = Usage['data'][number]
export type Live = Answer<'getLiveFigures'>

export type Job = Answer<'listJobs'>['jobs'][number]
/** With its chapters. */
export type ShownJob = Answer<'getJob'>
export type JobEstimate = Answer<'estimateJob'>
export type JobChapter = ShownJob['chapters'][number]
export type Codec = Job['audioFormat']
export type CaptionFormat = Job['captions'][number]

export type PackList = Answer<'listPacks'>
export type Pack = PackList['packs'][number]

export type ProgramList = Answer<'listClients'>
export type Program = ProgramList['programs'][number]
/** One line of the answer to `checkClient`. */
export interface Finding {
  readonly check: string
  readonly outcome: 'passed' | 'warning' | 'failed'
  readonly detail: string
  readonly hint: string | null
}
