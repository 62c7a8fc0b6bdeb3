import { type UseMutationResult, useMutation } from '@tanstack/react-query'
import { createContext, type ReactNode, useContext, useEffect, useState } from 'react'
import { JOBS, refreshJobs, type Submission, submitJob } from './api/jobs.ts'
import { queryClient } from './api/queries.ts'
import { type CaptionFormat, type Codec, type Job, MODELS, type Model, type ShownJob, type Voice } from './api/types.ts'
import { randomId } from './random-id.ts'
import { navigateFrom } from './router.ts'
import type { SpeechRequest } from './speech/request.ts'
import { Speaker } from './speech/speaker.ts'
import { readStored, readText, writeStored, writeText } from './stored.ts'

/** What the pages share while one moves between them: the text, its voice, and what is being spoken. */
export interface Draft {
  readonly text: string
  readonly model: Model
  readonly speaker: string
  readonly language: string
  /** Above 1 is faster, on every model. */
  readonly speed: number
  /** Further fields, by their names in the API; those with default values are absent. */
  readonly advanced: Readonly<Record<string, string | number | boolean>>
}

/** A job that is not submitted yet, besides its voice. */
export interface JobDraft {
  readonly kind: Job['kind']
  /** Empty for that of its files. */
  readonly name: string
  /** What was typed, of each kind: a text, or prompts in CSV or JSON. */
  readonly typed: Readonly<Record<Job['kind'], string>>
  /** Files that were opened instead. */
  readonly files: Readonly<Record<Job['kind'], readonly TextFile[]>>
  /** Of a dialogue: keys of voices by names, as they are written in the text; empty for none. */
  readonly voiceOfName: Readonly<Record<string, string>>
  readonly audioFormat: Codec
  readonly captions: readonly CaptionFormat[]
  readonly webhookUrl: string
  readonly webhookSecret: string
  /** Id of the job that was submitted last. */
  readonly submittedId: string | null
}

export interface TextFile {
  /** Files may have the same name. */
  readonly id: string
  readonly name: string
  readonly text: string
}

/** What is submitted, and what it was made of. */
interface DraftedSubmission extends Submission {
  /** The draft of speech as JSON, without its text, which jobs do not read. */
  readonly settings: string
  readonly jobDraft: JobDraft
}

type Change<T> = Partial<T> | ((before: T) => Partial<T>)

interface Workspace {
  readonly draft: Draft
  readonly change: (change: Partial<Draft>) => void
  readonly jobDraft: JobDraft
  readonly changeJob: (change: Change<JobDraft>) => void
  /** Goes on, and keeps its error and its idempotency key, while other pages are open. */
  readonly submitting: UseMutationResult<ShownJob, Error, DraftedSubmission>
  /** Of the page Speak. */
  readonly speaker: Speaker
  /** Of what other pages let one hear. */
  readonly listener: Speaker
}

const FIRST: Draft = {
  text: 'Good morning! This is Hoarfrost, speaking from your own machine. It is 7:45, and your train leaves at 8:20 from platform 3.',
  model: 'coda',
  speaker: 'luna',
  language: 'eng',
  speed: 1,
  advanced: {},
}

const EMPTY_JOB: JobDraft = {
  kind: 'text',
  name: '',
  typed: { text: '', prompts: '' },
  files: { text: [], prompts: [] },
  voiceOfName: {},
  audioFormat: 'mp3',
  captions: [],
  webhookUrl: '',
  webhookSecret: '',
  submittedId: null,
}

const WorkspaceContext = createContext<Workspace | null>(null)

export function WorkspaceProvider({ children }: { children: ReactNode }) {
  const [draft, setDraft] = useState(storedDraft)
  const [jobDraft, setJobDraft] = useState(EMPTY_JOB)
  const [speaker] = useState(() => new Speaker())
  const [listener] = useState(() => new Speaker())
  const change = (changed: Partial<Draft>) => setDraft((before) => ({ ...before, ...changed }))
  const changeJob = (changed: Change<JobDraft>) =>
    setJobDraft((before) => ({ ...before, ...(typeof changed === 'function' ? changed(before) : changed) }))
  const submitting = useMutation({
    mutationFn: (submission: DraftedSubmission) => submitJob(submission),
    onSuccess: (job, submission) => {
      queryClient.setQueryData([JOBS, job.id], job)
      void refreshJobs()
      changeJob((before) => ({ ...sourceWithout(before, submission.jobDraft), name: '', submittedId: job.id }))
      navigateFrom('jobs/new', `jobs/${job.id}`)
    },
    gcTime: 0,
  })
  useEffect(() => {
    const { text, ...settings } = draft
    writeText(text)
    writeStored('settings', settings)
  }, [draft])
  return (
    <WorkspaceContext value={{ draft, change, jobDraft, changeJob, submitting, speaker, listener }}>
      {children}
    </WorkspaceContext>
  )
}

/** What a job was not made of stays: the other kind, a text under its files, and files that were opened meanwhile. */
function sourceWithout({ typed, files }: JobDraft, submitted: JobDraft): Pick<JobDraft, 'typed' | 'files'> {
  const { kind } = submitted
  const spoken = submitted.files[kind]
  return spoken.length > 0
    ? { typed, files: { ...files, [kind]: files[kind].filter((file) => !spoken.includes(file)) } }
    : { typed: { ...typed, [kind]: '' }, files }
}

/** In UTF-16 units: the browser takes seconds to lay out a longer text in a text area, and minutes for a book. */
export const MAX_TYPED_LENGTH = 50_000

/** A job of a text. What was typed or opened before becomes chapters before it. */
export function withText({ typed, files }: JobDraft, text: string): Partial<JobDraft> {
  const others = [
    ...files.text,
    ...(typed.text.trim() === '' || typed.text === text
      ? []
      : [{ id: randomId(), name: 'Typed text', text: typed.text }]),
  ]
  const file = { id: randomId(), name: 'Text from the Speak page', text }
  return others.length === 0 && text.length <= MAX_TYPED_LENGTH
    ? { kind: 'text', typed: { ...typed, text } }
    : { kind: 'text', typed: { ...typed, text: '' }, files: { ...files, text: [...others, file] } }
}

/** The voice and settings that this browser keeps, and the text of this tab. */
function storedDraft(): Draft {
  const draft = { ...FIRST, ...readStored<Partial<Draft>>('settings', {}) }
  return { ...(MODELS.includes(draft.model) ? draft : FIRST), text: readText() ?? FIRST.text }
}

export function useWorkspace(): Workspace {
  const workspace = useContext(WorkspaceContext)
  if (workspace === null) throw new Error('outside of WorkspaceProvider')
  return workspace
}

export const voiceOfDraft = (voices: readonly Voice[], { model, speaker, language }: Draft): Voice | undefined =>
  voices.find((voice) => voice.model === model && voice.speaker === speaker && voice.language === language)

/** On mistv2, a greater `speedAlpha` is slower. */
export function requestOf({ text, model, speaker, language, speed, advanced }: Draft): SpeechRequest {
  const speedAlpha = model === 'mistv2' ? Math.round(1000 / speed) / 1000 : speed
  return { text, model, speaker, language, fields: { ...(speed !== 1 && { speedAlpha }), ...advanced } }
}

/** The draft of a request. */
export function draftOf({ text, model, speaker, language, fields }: SpeechRequest): Draft {
  const { speedAlpha = 1, ...advanced } = fields
  const speed = model === 'mistv2' ? Math.round(100 / Number(speedAlpha)) / 100 : Number(speedAlpha)
  return { text, model, speaker, language, speed, advanced }
}
