import { Alert, Button, Loader } from '@mantine/core'
import { useRef, useState } from 'react'
import { hasEnded, isMissing, pathOfJob, useJob } from '../api/jobs.ts'
import type { CaptionFormat, JobChapter, ShownJob } from '../api/types.ts'
import { CopyAs } from '../parts/copy-as.tsx'
import { type Column, DataTable } from '../parts/data-table.tsx'
import { Failure } from '../parts/failure.tsx'
import { clockOf, countOf, dateOf, durationOf, nameOfSpeaker, numberOf } from '../parts/format.ts'
import { Icon } from '../parts/icons.tsx'
import { DownloadButton, EndButton, useEndJob } from '../parts/job-actions.tsx'
import { JobPlayer } from '../parts/job-player.tsx'
import { JobProgress, JobState, percentOf, reasonOf } from '../parts/job-progress.tsx'
import { PageHead } from '../parts/page-head.tsx'
import { PageLink } from '../parts/page-link.tsx'
import { navigateFrom } from '../router.ts'
import { JOB_FORMATS } from '../speech/job-formats.ts'
import { snippetsOfJob } from '../speech/job-snippets.ts'
import { useWorkspace } from '../workspace.tsx'

/** What is heard: a chapter, or the whole. */
interface Heard {
  readonly chapter: number | undefined
  readonly isPlaying: boolean
}

export function JobView({ id }: { id: string }) {
  const { jobDraft } = useWorkspace()
  const shown = useJob(id)
  const ending = useEndJob(() => navigateFrom(`jobs/${id}`, 'jobs'))
  const player = useRef<HTMLAudioElement>(null)
  const [heard, setHeard] = useState<Heard>()
  const isGone = isMissing(shown.error)
  const job = isGone ? undefined : shown.data
  if (!job)
    return (
      <>
        <PageHead title="Job" purpose="">
          <PageLink to="jobs">All jobs</PageLink>
        </PageHead>
        {isGone ? (
          <p className="card empty">This job does not exist. Jobs are deleted some days after they end.</p>
        ) : (
          <Failure error={shown.error} />
        )}
        {shown.isPending && <Loader aria-label="Loading" />}
      </>
    )
  const { kind, chapters, audioFormat, state, webhook } = job
  const isDone = state === 'done'
  const isPlayed = JOB_FORMATS[audioFormat].isPlayed

  function toggle(chapter: number): void {
    if (heard?.chapter !== chapter) return setHeard({ chapter, isPlaying: false })
    // Why it does not play is told by the player.
    if (player.current?.paused) player.current.play().catch(() => {})
    else player.current?.pause()
  }

  return (
    <>
      <PageHead title={job.name ?? `Job of ${dateOf(job.createdAt)}`} purpose={factsOf(job)}>
        <PageLink to="jobs">All jobs</PageLink>
      </PageHead>
      <div className="stack">
        <Failure error={shown.error} />
        {jobDraft.submittedId === id && (
          <Alert color="frost" role="status" title={`Submitted: ${sizeOf(job)}`}>
            {!hasEnded(job) && 'The job continues if you leave or close this page.'}
          </Alert>
        )}
        <section className="card stack" aria-label="State">
          <div className="row spread">
            <output>
              <JobState state={state} />
            </output>
            <EndButton job={job} of="this job" end={() => ending.mutate(job)} />
          </div>
          {state === 'failed' ? (
            <Alert color="red" title={`The job failed at ${percentOf(job)} %`}>
              {reasonOf(job)}
            </Alert>
          ) : (
            <JobProgress job={job} of="the job" />
          )}
          <div className="row legend">
            {timesOf(job).map((time) => (
              <span key={time}>{time}</span>
            ))}
          </div>
          {webhook && <p className="quiet small">{webhookOf(webhook)}</p>}
          <Failure error={ending.error} />
        </section>
        {isDone && (
          <section className="card stack" aria-label="Result">
            <div className="row spread">
              <h2>{heard?.chapter === undefined ? 'Result' : titleOf(job, heard.chapter)}</h2>
              <div className="row">
                {heard?.chapter !== undefined && kind === 'text' && (
                  <Button variant="default" size="compact-sm" onClick={() => setHeard(undefined)}>
                    Back to the full audio
                  </Button>
                )}
                <DownloadButton job={job} of={kind === 'prompts' ? 'the archive' : 'the audio'} />
                {kind === 'text' &&
                  job.captions.map((format) => <CaptionsLink key={format} job={job} format={format} />)}
              </div>
            </div>
            {isPlayed && (kind === 'text' || heard) && (
              <JobPlayer
                key={heard?.chapter ?? 0}
                ref={player}
                audio={resultOf(id, { chapter: heard?.chapter })}
                captions={
                  job.captions.includes('vtt') ? resultOf(id, { chapter: heard?.chapter, captions: 'vtt' }) : undefined
                }
                label={heard?.chapter === undefined ? 'Full audio' : titleOf(job, heard.chapter)}
                isAsked={heard?.chapter !== undefined}
                onPlaying={(isPlaying) => setHeard((before) => ({ chapter: before?.chapter, isPlaying }))}
              />
            )}
            {kind === 'prompts' && (
              <p className="quiet small">
                A zip archive with an audio file{job.captions.length > 0 && ' and captions'} for each prompt.
              </p>
            )}
            {!isPlayed && (
              <p className="quiet small">
                Browsers cannot play {JOB_FORMATS[audioFormat].title}. Download the file to listen to it.
              </p>
            )}
          </section>
        )}
        {(kind === 'prompts' || chapters.length > 1) && (
          <section className="card stack" aria-label={kind === 'prompts' ? 'All prompts' : 'All chapters'}>
            <h2>{kind === 'prompts' ? 'Prompts' : 'Chapters'}</h2>
            <DataTable
              label={kind === 'prompts' ? 'Prompts' : 'Chapters'}
              columns={columnsOf(job, heard, isPlayed ? toggle : undefined)}
              rows={chapters}
              keyOf={({ number }) => `${number}`}
              empty=""
            />
          </section>
        )}
        {state !== 'cancelled' && state !== 'failed' && (
          <section className="card" aria-label="Copy as">
            <h2>Copy as</h2>
            <CopyAs programs={snippetsOfJob(job, location.origin)} />
          </section>
        )}
      </div>
    </>
  )
}

function columnsOf(
  job: ShownJob,
  heard: Heard | undefined,
  toggle: ((chapter: number) => void) | undefined,
): readonly Column<JobChapter>[] {
  const { id, kind, state, captions } = job
  const of = ({ number }: JobChapter) => titleOf(job, number)
  const files = (chapter: JobChapter) => {
    const isHeard = heard?.chapter === chapter.number && heard.isPlaying
    const what = isHeard ? 'Pause' : 'Play'
    const place = kind === 'prompts' ? { prompt: chapter.title } : { chapter: chapter.number }
    return (
      <div className="row actions">
        {toggle && (
          <Button
            variant="default"
            size="compact-sm"
            aria-label={`${what} ${of(chapter)}`}
            leftSection={<Icon name={isHeard ? 'pause' : 'play'} />}
            onClick={() => toggle(chapter.number)}
          >
            {what}
          </Button>
        )}
        <a href={resultOf(id, place)} download aria-label={`Audio of ${of(chapter)}`}>
          Audio
        </a>
        {captions.map((format) => (
          <a
            key={format}
            href={resultOf(id, { ...place, captions: format })}
            download
            aria-label={`${format} of ${of(chapter)}`}
          >
            {format}
          </a>
        ))}
      </div>
    )
  }
  return [
    { title: '#', cell: ({ number }) => <span className="number">{numberOf(number)}</span> },
    { title: kind === 'prompts' ? 'Name' : 'Title', cell: (chapter) => <strong>{of(chapter)}</strong> },
    { title: 'Characters', isNumber: true, cell: ({ characters }) => numberOf(characters) },
    {
      title: 'Spoken',
      isNumber: true,
      cell: (chapter) =>
        chapter.charactersDone < chapter.characters ? `${percentOf(chapter)} %` : lengthOf(chapter.audioSeconds),
    },
    ...(state === 'done' ? [{ title: 'Files', cell: files }] : []),
  ]
}

const lengthOf = (seconds: number): string => (seconds < 60 ? durationOf(seconds) : clockOf(seconds))

const CaptionsLink = ({ job, format }: { job: ShownJob; format: CaptionFormat }) => (
  <Button
    component="a"
    variant="default"
    size="compact-sm"
    href={resultOf(job.id, { captions: format })}
    download
    aria-label={`Download the captions as ${format}`}
  >
    {format}
  </Button>
)

interface ResultFile {
  readonly chapter?: number | undefined
  readonly prompt?: string
  readonly captions?: CaptionFormat
}

function resultOf(id: string, file: ResultFile): string {
  const present = Object.entries(file).flatMap(([name, value]) => (value === undefined ? [] : [[name, `${value}`]]))
  return `${pathOfJob(id)}/result${present.length > 0 ? `?${new URLSearchParams(present)}` : ''}`
}

const titleOf = ({ chapters }: ShownJob, number: number): string =>
  chapters.find((chapter) => chapter.number === number)?.title || `Chapter ${number}`

const factsOf = (job: ShownJob): string =>
  [
    `${nameOfSpeaker(job.speaker)} (${job.modelId})`,
    `${JOB_FORMATS[job.audioFormat].title} at ${numberOf(job.samplingRate)} Hz`,
    sizeOf(job),
  ].join(' · ')

const sizeOf = ({ characters, chapters, kind }: ShownJob): string =>
  `${countOf(characters, 'character')} in ${countOf(chapters.length, kind === 'prompts' ? 'prompt' : 'chapter')}`

const timesOf = ({ createdAt, startedAt, endedAt, expiresAt }: ShownJob): readonly string[] =>
  [
    ['Submitted', createdAt],
    ['Started', startedAt],
    ['Ended', endedAt],
    ['Kept until', expiresAt],
  ].flatMap(([what, at]) => (at ? [`${what} ${dateOf(at)}`] : []))

function webhookOf({ host, state, attempts, status }: NonNullable<ShownJob['webhook']>): string {
  if (state === 'waiting') return `Webhook: sent to ${host} when the job ends.`
  if (state === 'delivered') return `Webhook: delivered to ${host}.`
  const last = status === null ? 'no response' : `status ${status}`
  const tried = attempts === 0 ? '' : ` after ${countOf(attempts, 'attempt')}; the last one got ${last}`
  return state === 'due'
    ? `Webhook: delivery to ${host} is pending${tried}.`
    : `Webhook: delivery to ${host} failed${tried}.`
}
