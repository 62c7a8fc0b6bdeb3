import { Button, FileButton, SegmentedControl, Textarea } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { type ClipboardEvent, type ReactNode, useRef } from 'react'
import type { Job } from '../api/types.ts'
import { randomId } from '../random-id.ts'
import { type JobContent, MAX_JOB_LENGTH, MAX_PROMPTS, PASTED, readTextFile } from '../speech/job-content.ts'
import { MAX_TYPED_LENGTH, type TextFile, useWorkspace } from '../workspace.tsx'
import { DataTable } from './data-table.tsx'
import { Failure } from './failure.tsx'
import { countOf, numberOf } from './format.ts'

interface SourceProps {
  readonly content: JobContent
  readonly error: string | undefined
  readonly children: ReactNode
}

const SOURCES = {
  text: {
    title: 'Text',
    accept: '.txt,.md,.markdown,text/plain,text/markdown',
    open: 'Open files',
    hint: 'Markdown headings (# and ##) start chapters. If you open several files, each one becomes a chapter.',
    placeholder: '# Loomings\n\nCall me Ishmael. Some years ago …',
  },
  prompts: {
    title: 'Prompts',
    accept: '.csv,.json,text/csv,application/json',
    open: 'Open a file',
    hint: 'CSV with the columns name and text and, optionally, speaker and lang; or a JSON array. Each prompt becomes an audio file.',
    placeholder: 'name,text\nwelcome,Welcome to Hoarfrost.\nclosed,"We are closed, please call again tomorrow."',
  },
} as const

interface OpenedFiles {
  readonly kind: Job['kind']
  readonly opened: readonly File[]
}

async function readFiles({ kind, opened }: OpenedFiles): Promise<readonly TextFile[]> {
  if (kind === 'prompts' && opened.length > 1) throw new Error('Prompts must be in a single file. Open one file only.')
  return Promise.all(opened.map(readTextFile))
}

/** The text or prompts, typed, pasted or from files. */
export function JobSourceCard({ content, error, children }: SourceProps) {
  const { jobDraft, changeJob, submitting } = useWorkspace()
  const { kind, typed, files } = jobDraft
  const { title, accept, open, hint, placeholder } = SOURCES[kind]
  const { characters, count, refusal, isOver, first } = content
  const forgetFile = useRef<() => void>(null)
  const reading = useMutation({
    mutationFn: readFiles,
    onSuccess: (read, { kind: of }) =>
      changeJob(({ files: before }) => ({
        files: { ...before, [of]: of === 'text' ? [...before.text, ...read] : read },
      })),
    onSettled: () => forgetFile.current?.(),
    gcTime: 0,
  })
  const readingError = reading.variables?.kind === kind ? reading.error : null
  const remove = (file: TextFile) =>
    changeJob({ files: { ...files, [kind]: files[kind].filter((each) => each !== file) } })
  /** A long text becomes a file with what was typed around it. */
  function paste(event: ClipboardEvent<HTMLTextAreaElement>): void {
    const pasted = event.clipboardData.getData('text/plain')
    if (pasted.length <= MAX_TYPED_LENGTH) return
    event.preventDefault()
    const { value, selectionStart, selectionEnd } = event.currentTarget
    const text = value.slice(0, selectionStart) + pasted + value.slice(selectionEnd)
    const file = { id: randomId(), name: PASTED, text }
    changeJob({ typed: { ...typed, [kind]: '' }, files: { ...files, [kind]: [file] } })
  }
  const opened = files[kind]
  return (
    <section
      className="card stack"
      aria-label={title}
      onDragOver={(event) => event.preventDefault()}
      onDrop={(event) => {
        if (event.dataTransfer.files.length === 0) return
        event.preventDefault()
        if (!submitting.isPending) reading.mutate({ kind, opened: [...event.dataTransfer.files] })
      }}
    >
      <div className="row spread">
        <SegmentedControl
          aria-label="What is spoken"
          value={kind}
          onChange={(value) => changeJob({ kind: value as Job['kind'] })}
          data={Object.entries(SOURCES).map(([value, { title: label }]) => ({ value, label }))}
        />
        <FileButton
          key={kind}
          multiple={kind === 'text'}
          accept={accept}
          resetRef={forgetFile}
          onChange={(chosen) => {
            const opened = [chosen ?? []].flat()
            if (opened.length > 0) reading.mutate({ kind, opened })
          }}
        >
          {(props) => (
            <Button variant="default" loading={reading.isPending} {...props}>
              {open}
            </Button>
          )}
        </FileButton>
      </div>
      {opened.length > 0 ? (
        <>
          <ul className="plain">
            {opened.map((file) => (
              <li key={file.id} className="row spread pack">
                <strong className="grow">{file.name}</strong>
                <span className="quiet number">{countOf(file.text.length, 'character')}</span>
                <Button
                  variant="default"
                  size="compact-sm"
                  aria-label={`Remove ${file.name}`}
                  onClick={() => remove(file)}
                >
                  Remove
                </Button>
              </li>
            ))}
          </ul>
          <Failure error={error} />
        </>
      ) : (
        <Textarea
          label={title}
          description={hint}
          placeholder={placeholder}
          rows={14}
          dir="auto"
          value={typed[kind]}
          error={error}
          onChange={(event) => changeJob({ typed: { ...typed, [kind]: event.currentTarget.value } })}
          onPaste={paste}
        />
      )}
      {first.length > 0 && (
        <DataTable
          label="The first prompts"
          columns={[
            { title: 'Name', cell: ({ name }) => <strong>{name}</strong> },
            { title: 'Text', cell: ({ text }) => <span className="free">{text?.slice(0, 200)}</span> },
            {
              title: 'Voice',
              cell: ({ speaker, lang }) => [speaker, lang].filter(Boolean).join(', ') || 'selected voice',
            },
          ]}
          rows={first.map((prompt, i) => ({ ...prompt, i }))}
          keyOf={({ i }) => `${i}`}
          empty=""
        />
      )}
      <Failure error={readingError} />
      <span className="counter number quiet" data-over={isOver || undefined} aria-live={isOver ? 'polite' : 'off'}>
        {kind === 'prompts' && `${numberOf(count)} / ${numberOf(MAX_PROMPTS)} prompts · `}
        {numberOf(characters)} / {numberOf(MAX_JOB_LENGTH)} characters
        {kind === 'text' && count > 1 && ` in ${countOf(count, 'chapter')}`}
        {isOver && `. ${refusal}`}
      </span>
      {children}
    </section>
  )
}
