import { Button } from '@mantine/core'
import { useState } from 'react'
import { PAGE_JOBS, useJobs, useWhyNoJobs } from '../api/jobs.ts'
import { useIsAdmin, useKeyNames } from '../api/queries.ts'
import type { Job } from '../api/types.ts'
import { type Column, TablePage } from '../parts/data-table.tsx'
import { Failure } from '../parts/failure.tsx'
import { dateOf, nameOfSpeaker, numberOf } from '../parts/format.ts'
import { DownloadButton, EndButton, nameOfJob, shortIdOf, useEndJob } from '../parts/job-actions.tsx'
import { JobProgress, JobState } from '../parts/job-progress.tsx'
import { PageHead } from '../parts/page-head.tsx'
import { PageLink } from '../parts/page-link.tsx'
import { restOfPath, usePath } from '../router.ts'
import { JOB_FORMATS } from '../speech/job-formats.ts'
import { JobView } from './job.tsx'
import { NewJob } from './new-job.tsx'

/** The list of jobs, `jobs/new`, and one job, `jobs/ID`. */
export function JobsPage() {
  const rest = restOfPath(usePath())
  const whyNone = useWhyNoJobs()
  if (whyNone !== undefined)
    return (
      <>
        <PageHead title="Jobs" purpose={PURPOSE} />
        <p className="card empty">Jobs are not available on this server: {whyNone}.</p>
      </>
    )
  if (rest === '') return <JobList />
  return rest === 'new' ? <NewJob /> : <JobView key={rest} id={rest} />
}

const PURPOSE = 'A job synthesizes a long text or many prompts while the server is idle, and stores the audio.'

function JobList() {
  const [page, setPage] = useState(1)
  const jobs = useJobs(page)
  const isAdmin = useIsAdmin()
  const nameOfKey = useKeyNames()
  const ending = useEndJob()
  const listed = jobs.data ?? []
  const last = Math.max(1, Math.ceil(listed.length / PAGE_JOBS))
  const current = Math.min(page, last) // jobs may have been deleted
  const columns: readonly Column<Job>[] = [
    {
      title: 'Job',
      cell: (job) => (
        <div>
          <PageLink to={`jobs/${job.id}`} className="free">
            {job.name ?? dateOf(job.createdAt)}
          </PageLink>
          <div className="quiet small">
            {job.name !== null && `${dateOf(job.createdAt)} · `}
            <span className="mono">{shortIdOf(job)}</span>
            {job.kind === 'prompts' && ' · prompts'}
          </div>
        </div>
      ),
    },
    { title: 'State', cell: (job) => <JobState {...job} /> },
    { title: 'Progress', cell: (job) => <JobProgress job={job} of={nameOfJob(job)} /> },
    { title: 'Voice', cell: ({ speaker, modelId }) => `${nameOfSpeaker(speaker)} (${modelId})` },
    { title: 'Format', cell: ({ audioFormat }) => JOB_FORMATS[audioFormat].title },
    { title: 'Characters', isNumber: true, cell: ({ characters }) => numberOf(characters) },
    ...(isAdmin ? [{ title: 'Key', cell: ({ keyId }: Job) => <span className="free">{nameOfKey(keyId)}</span> }] : []),
    {
      title: 'Actions',
      cell: (job) => (
        <div className="row actions">
          {job.state === 'done' && <DownloadButton job={job} of={nameOfJob(job)} />}
          <EndButton job={job} of={nameOfJob(job)} end={() => ending.mutate(job)} />
        </div>
      ),
    },
  ]
  const isEmpty = jobs.data?.length === 0
  return (
    <>
      <PageHead title="Jobs" purpose={PURPOSE} api="jobs">
        {!isEmpty && <NewJobButton />}
      </PageHead>
      <div className="stack">
        <Failure error={jobs.error ?? ending.error} />
        {isEmpty && <NoJobs />}
        {listed.length > 0 && (
          <section className="card stack" aria-label="All jobs">
            <TablePage
              label="Jobs"
              columns={columns}
              rows={listed.slice((current - 1) * PAGE_JOBS, current * PAGE_JOBS)}
              keyOf={({ id }) => id}
              empty=""
              page={current}
              last={last}
              onPage={setPage}
            />
          </section>
        )}
      </div>
    </>
  )
}

const NewJobButton = () => (
  <Button component={PageLink} to="jobs/new">
    New job
  </Button>
)

const NoJobs = () => (
  <section className="card stack no-jobs" aria-label="No jobs">
    <h2>There are no jobs yet</h2>
    <ul>
      <li>Books: paste the text or open a file. Headings become chapters. Captions are optional.</li>
      <li>Phone system prompts: a table of names and texts becomes a zip archive with one audio file per prompt.</li>
      <li>Jobs continue if you close this page and after a server restart. Live requests take priority.</li>
    </ul>
    <div>
      <NewJobButton />
    </div>
  </section>
)
