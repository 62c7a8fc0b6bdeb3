import { Button, Checkbox, PasswordInput, Select, TextInput } from '@mantine/core'
import { type ReactNode, useDeferredValue, useEffect, useMemo, useRef, useState } from 'react'
import { ApiError, messageOfError } from '../api/client.ts'
import { useVoices } from '../api/queries.ts'
import type { CaptionFormat, Codec, Job } from '../api/types.ts'
import { AdvancedFields, fieldsOfModel, isAdvancedField } from '../parts/advanced-fields.tsx'
import { DialogueVoices } from '../parts/dialogue-voices.tsx'
import { Failure } from '../parts/failure.tsx'
import { countOf } from '../parts/format.ts'
import { JobEstimate } from '../parts/job-estimate.tsx'
import { JobSourceCard } from '../parts/job-source.tsx'
import { PageHead } from '../parts/page-head.tsx'
import { PageLink } from '../parts/page-link.tsx'
import { keyOfVoice } from '../parts/samples.tsx'
import { LanguageHint } from '../parts/text-hints.tsx'
import { VoiceCard } from '../parts/voice-card.tsx'
import { randomId } from '../random-id.ts'
import { contentOf, type JobContent, type JobSource, MAX_TITLE_LENGTH, nameOfFiles } from '../speech/job-content.ts'
import { CAPTION_TITLES, JOB_FORMATS } from '../speech/job-formats.ts'
import { bodyOf } from '../speech/sources.ts'
import { requestOf, type TextFile, useWorkspace } from '../workspace.tsx'

/** Fields of speech that jobs do not read. */
const NOT_IN_JOBS = ['inlineSpeedAlpha', 'saveOovs']

export function NewJob() {
  const { draft, change, jobDraft, changeJob, submitting } = useWorkspace()
  const { kind, name, typed, files, voiceOfName, audioFormat, captions, webhookUrl, webhookSecret } = jobDraft
  const source = useMemo(() => ({ kind, typed: typed[kind], files: files[kind] }), [kind, typed, files])
  const settled = useDeferredValue(source)
  const content = useMemo(() => contentOf(settled), [settled])
  const [pickedFrom, setPickedFrom] = useState<string | null>(null)
  const form = useRef<HTMLFormElement>(null)
  // A change makes what was refused another job.
  const settings = JSON.stringify({ ...draft, text: '' })
  const isUnchanged = submitting.variables?.settings === settings && submitting.variables.jobDraft === jobDraft
  const { voices: catalogue } = useVoices()
  const advanced = fieldsOfModel(draft.model, draft.advanced, NOT_IN_JOBS)
  const { text: _, ...speech } = bodyOf(requestOf({ ...draft, text: '', advanced }))
  const dialogue = content.names.flatMap((name) => {
    const voice = catalogue.find((each) => each.model === draft.model && keyOfVoice(each) === voiceOfName[name])
    return voice ? [{ name, speaker: voice.speaker, lang: voice.language }] : []
  })
  const fault = faultOf(isUnchanged ? submitting.error : null, source.files, dialogue)

  function submit(): void {
    const [url, secret] = [webhookUrl.trim(), webhookSecret.trim()]
    const webhook = (url || secret) && { webhook: { ...(url && { url }), ...(secret && { secret }) } }
    const given = name.trim() || nameOfFiles(source.files)
    const body = JSON.stringify({
      ...(given && { name: given }),
      ...speech,
      ...contentOf(source).fields,
      ...(dialogue.length > 0 && { voices: dialogue }),
      audioFormat,
      captions,
      ...webhook,
    })
    // Sent again after an answer that was lost, it is the same job.
    const isSentAgain = submitting.isError && submitting.variables.body === body
    const idempotencyKey = isSentAgain ? submitting.variables.idempotencyKey : randomId()
    submitting.mutate({ body, idempotencyKey, settings, jobDraft })
  }

  useEffect(() => {
    if (fault.at) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }, [fault.at])
  const at = (place: Place): string | undefined => (fault.at === place ? fault.message : undefined)

  return (
    <form
      ref={form}
      onSubmit={(event) => {
        event.preventDefault()
        submit()
      }}
    >
      <PageHead title="New job" purpose="Jobs run while the server is idle. Live requests take priority.">
        <PageLink to="jobs">All jobs</PageLink>
      </PageHead>
      <fieldset className="speak" disabled={submitting.isPending}>
        <JobSourceCard content={content} error={at('content')}>
          <LanguageHint text={sampleOf(settled, content)} choose={setPickedFrom} />
        </JobSourceCard>
        <div className="stack beside">
          <div>
            <VoiceCard pickedFrom={pickedFrom} pickFrom={setPickedFrom} isDisabled={submitting.isPending} />
            <Failure error={at('voice')} />
          </div>
          {content.names.length > 0 && <DialogueVoices names={content.names} error={at('voices')} />}
          <section className="card stack" aria-label="Files">
            <TextInput
              label="Name"
              placeholder={nameOfFiles(source.files) || 'Moby-Dick'}
              value={name}
              error={at('name')}
              onChange={(event) => changeJob({ name: event.currentTarget.value })}
              maxLength={MAX_TITLE_LENGTH}
            />
            <Select
              label="Format"
              description={
                audioFormat === 'm4b' && kind === 'text' ? 'One file with chapters, for audiobook players' : undefined
              }
              data={Object.entries(JOB_FORMATS).map(([value, { title }]) => ({ value, label: title }))}
              value={audioFormat}
              error={at('audioFormat')}
              onChange={(value) => changeJob({ audioFormat: value as Codec })}
              allowDeselect={false}
            />
            <Checkbox.Group
              label="Captions"
              description={
                kind === 'prompts' ? 'For each prompt, in the archive' : 'For the full text and for each chapter'
              }
              value={[...captions]}
              error={at('captions')}
              onChange={(values) => changeJob({ captions: values as CaptionFormat[] })}
            >
              <div className="stack tight choices">
                {Object.entries(CAPTION_TITLES).map(([value, title]) => (
                  <Checkbox key={value} value={value} label={title} />
                ))}
              </div>
            </Checkbox.Group>
          </section>
          <Webhook urlError={at('webhook.url')} secretError={at('webhook.secret')} />
          <FoldedCard title="Advanced" isNeeded={fault.at === 'advanced'}>
            <AdvancedFields
              model={draft.model}
              values={draft.advanced}
              onChange={(advanced) => change({ advanced })}
              without={NOT_IN_JOBS}
              errors={fault.errors}
            />
          </FoldedCard>
        </div>
        <section className="card stack" aria-label="Submit">
          <Failure error={at('form')} />
          <div className="row spread">
            <span className="quiet">
              {content.refusal ?? (
                <>
                  {sizeOf(content, kind)} as {JOB_FORMATS[audioFormat].title}
                  <JobEstimate body={speech} characters={content.characters} />
                </>
              )}
            </span>
            <Button type="submit" loading={submitting.isPending} disabled={content.refusal !== undefined}>
              Submit job
            </Button>
          </div>
        </section>
      </fieldset>
    </form>
  )
}

/** The beginning of what the voice of the job is to speak. */
const sampleOf = ({ kind, typed, files }: JobSource, { first }: JobContent): string =>
  kind === 'prompts'
    ? first.flatMap(({ text, speaker, lang }) => (speaker || lang ? [] : [text])).join(' ')
    : (files[0]?.text ?? typed).slice(0, 2000)

const sizeOf = ({ characters, count }: JobContent, kind: Job['kind']): string =>
  kind === 'prompts' || count > 1
    ? `${countOf(count, kind === 'prompts' ? 'prompt' : 'chapter')} with ${countOf(characters, 'character')}`
    : countOf(characters, 'character')

type Place =
  | 'name'
  | 'content'
  | 'voice'
  | 'voices'
  | 'audioFormat'
  | 'captions'
  | 'webhook.url'
  | 'webhook.secret'
  | 'advanced'
  | 'form'

interface Fault {
  readonly at?: Place
  readonly message?: string
  /** The same, by the names of fields. */
  readonly errors?: Readonly<Record<string, string>>
}

/** Where an error of the API is shown, and as what: fields, prompts and files have the names that the page shows. */
function faultOf(error: unknown, files: readonly TextFile[], dialogue: readonly { readonly name: string }[]): Fault {
  if (!error) return {}
  const field = error instanceof ApiError ? error.field : undefined
  const at = placeOf(field)
  const told = messageOfError(error)
  if (field !== undefined && (field === at || at === 'advanced')) {
    const message = told.startsWith(`${field} `) ? capitalized(told.slice(field.length + 1)) : told
    return { at, message, errors: { [field]: message } }
  }
  const message = told
    .replace(/^prompts\[(\d+)\]: /, (_, index) => `Prompt ${Number(index) + 1}: `)
    .replace(/^voices\[(\d+)\]: /, (_, index) => `${dialogue[Number(index)]?.name}: `)
    .replace(/^chapters\[(\d+)\]: /, (_, index) => `${files[Number(index)]?.name}: `)
  return { at, message }
}

const capitalized = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

function placeOf(field: string | undefined): Place {
  const [name = ''] = field?.split(/[.[]/) ?? []
  if (['text', 'chapters', 'prompts'].includes(name)) return 'content'
  if (name === 'webhook') return field === 'webhook.secret' ? field : 'webhook.url'
  if (name === 'name' || name === 'voices' || name === 'audioFormat' || name === 'captions') return name
  if (isAdvancedField(name)) return 'advanced'
  return name === '' ? 'form' : 'voice'
}

function Webhook({ urlError, secretError }: { urlError: string | undefined; secretError: string | undefined }) {
  const { jobDraft, changeJob } = useWorkspace()
  const { webhookUrl, webhookSecret } = jobDraft
  return (
    <FoldedCard
      title="Webhook"
      isNeeded={urlError !== undefined || secretError !== undefined}
      startsOpen={webhookUrl !== '' || webhookSecret !== ''}
    >
      <div className="stack">
        <TextInput
          label="URL"
          description="Receives a signed POST request when the job ends"
          placeholder="https://example.com/hooks"
          inputMode="url"
          value={webhookUrl}
          error={urlError}
          onChange={(event) => changeJob({ webhookUrl: event.currentTarget.value })}
        />
        <PasswordInput
          label="Secret"
          description="Signs the request: whsec_ and base64. If empty, the secret of the server is used"
          autoComplete="off"
          value={webhookSecret}
          error={secretError}
          onChange={(event) => changeJob({ webhookSecret: event.currentTarget.value })}
        />
      </div>
    </FoldedCard>
  )
}

interface FoldedCardProps {
  readonly title: string
  /** Whether it shows something that has to be seen. */
  readonly isNeeded: boolean
  readonly startsOpen?: boolean
  readonly children: ReactNode
}

function FoldedCard({ title, isNeeded, startsOpen = false, children }: FoldedCardProps) {
  const [isOpen, setIsOpen] = useState(startsOpen)
  return (
    <details className="card" open={isOpen || isNeeded} onToggle={(event) => setIsOpen(event.currentTarget.open)}>
      <summary>{title}</summary>
      {children}
    </details>
  )
}
