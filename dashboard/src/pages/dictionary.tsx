import { Button, FileButton, Select, Tabs, Textarea, TextInput } from '@mantine/core'
import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { LANGUAGES } from '../../../src/core/language.ts'
import { ApiError, messageOfError, request, sendJson } from '../api/client.ts'
import { refreshEntries, saveEntry, takesEntries, WORDS } from '../api/dictionary.ts'
import { REQUESTS, useIsAdmin, useKeyNames, useOpenRequests, useRequests } from '../api/queries.ts'
import type { DictionaryEntry, DictionaryRequest } from '../api/types.ts'
import { ConfirmButton } from '../parts/confirm-button.tsx'
import { Count } from '../parts/count.tsx'
import { type Column, DataTable, TablePage } from '../parts/data-table.tsx'
import { Failure } from '../parts/failure.tsx'
import { countOf, dateOf, numberOf } from '../parts/format.ts'
import { keepFocus } from '../parts/keep-focus.ts'
import { PageHead } from '../parts/page-head.tsx'
import { HearPronunciation, PronunciationInput } from '../parts/pronunciation-input.tsx'
import { useDebounced } from '../parts/use-debounced.ts'
import { languageName } from '../parts/voice-filters.tsx'
import { save } from '../speech/download.ts'

const LANGUAGE_CHOICES = LANGUAGES.filter(takesEntries).map((value) => ({
  value,
  label: languageName(value),
}))

export function DictionaryPage() {
  const isAdmin = useIsAdmin()
  const openRequests = useOpenRequests()
  const [query] = useState(() => new URLSearchParams(location.search))
  const [draft, setDraft] = useState<EntryDraft>({
    word: query.get('word') ?? '',
    language: query.get('language') ?? 'eng',
    pronunciation: query.get('pronunciation') ?? '',
  })
  // *Fix* of the pronunciation check leads here.
  useEffect(() => {
    if (query.has('word')) document.querySelector<HTMLInputElement>('[name=pronunciation]')?.focus()
  }, [query])
  const edit = ({ word, language, pronunciation }: EntryDraft) => {
    setDraft({ word, language, pronunciation })
    scrollTo(0, 0)
    document.querySelector<HTMLInputElement>('[name=pronunciation]')?.focus()
  }
  return (
    <>
      <PageHead
        title="Dictionary"
        purpose="Correct how voices pronounce words, in each language. Changes take effect within seconds."
      />
      <div className="stack">
        <WordForm {...{ draft, isAdmin }} onChange={(change) => setDraft((before) => ({ ...before, ...change }))} />
        <section className="card" aria-label="Words">
          <Tabs defaultValue={isAdmin ? 'entries' : 'requests'} keepMounted={false}>
            <Tabs.List aria-label="Lists">
              {isAdmin && <Tabs.Tab value="entries">Entries</Tabs.Tab>}
              <Tabs.Tab value="requests" rightSection={<Count value={openRequests} of="open" />}>
                Requests
              </Tabs.Tab>
            </Tabs.List>
            {isAdmin && (
              <Tabs.Panel value="entries" pt="md">
                <Entries edit={edit} />
              </Tabs.Panel>
            )}
            <Tabs.Panel value="requests" pt="md">
              <Requests isAdmin={isAdmin} />
            </Tabs.Panel>
          </Tabs>
        </section>
      </div>
    </>
  )
}

type EntryDraft = Pick<DictionaryEntry, 'word' | 'pronunciation'> & { readonly language: string }

type Place = 'word' | 'pronunciation' | 'form'

/** Where an error of the API is shown: most are of the pronunciation, and name a symbol in it. */
function placeOf(error: unknown): Place {
  if (!(error instanceof ApiError) || error.status !== 400) return 'form'
  return error.field === 'word' || /^(?:the )?word\b/i.test(error.message) ? 'word' : 'pronunciation'
}

interface WordFormProps {
  readonly draft: EntryDraft
  readonly onChange: (change: Partial<EntryDraft>) => void
  readonly isAdmin: boolean
}

/** Adds or changes an entry; without the role admin, asks for one. */
function WordForm({ draft: { word, language, pronunciation }, onChange, isAdmin }: WordFormProps) {
  const [note, setNote] = useState('')
  const wordInput = useRef<HTMLInputElement>(null)
  const pronunciationInput = useRef<HTMLInputElement>(null)
  const saving = useMutation({
    mutationFn: () => saveEntry({ word, pronunciation, language, note }, isAdmin),
    onSuccess: () => {
      onChange({ word: '', pronunciation: '' })
      setNote('')
    },
    // The button loses the focus while it loads.
    onSettled: (_, error) => (error && placeOf(error) !== 'word' ? pronunciationInput : wordInput).current?.focus(),
  })
  const place = saving.error && placeOf(saving.error)
  const at = (field: Place) => (place === field ? messageOfError(saving.error) : undefined)
  return (
    <form
      className="card stack"
      aria-label="Word"
      onSubmit={(event) => {
        event.preventDefault()
        saving.mutate()
      }}
    >
      <div className="word-form">
        <TextInput
          ref={wordInput}
          label="Word"
          value={word}
          error={at('word')}
          onChange={(event) => onChange({ word: event.currentTarget.value })}
          maxLength={60}
          required
        />
        <Select
          label="Language"
          data={LANGUAGE_CHOICES}
          value={language}
          onChange={(chosen) => chosen && onChange({ language: chosen })}
          allowDeselect={false}
        />
        <PronunciationInput
          ref={pronunciationInput}
          value={pronunciation}
          error={at('pronunciation')}
          onChange={(value) => onChange({ pronunciation: value })}
          isRequired={isAdmin || language !== 'eng'}
          language={language}
        />
      </div>
      {!isAdmin && (
        <TextInput
          label="Note for the operator"
          value={note}
          onChange={(event) => setNote(event.currentTarget.value)}
          maxLength={500}
        />
      )}
      {place === 'form' && <Failure error={saving.error} />}
      <div className="row">
        <HearPronunciation pronunciation={pronunciation || word} language={language} />
        <Button type="submit" loading={saving.isPending}>
          {isAdmin ? 'Save' : 'Request'}
        </Button>
        {saving.isSuccess && word === '' && <output className="quiet">{isAdmin ? 'Saved.' : 'Requested.'}</output>}
      </div>
    </form>
  )
}

const wordCell = ({ word, language }: Pick<DictionaryEntry, 'word' | 'language'>) => (
  <>
    <strong>{word}</strong>
    {language !== 'eng' && <div className="quiet small">{languageName(language)}</div>}
  </>
)

const PAGE_ROWS = 50

function Entries({ edit }: { edit: (entry: DictionaryEntry) => void }) {
  const [search, setSearch] = useState('')
  const [page, setPage] = useState(1)
  const settled = useDebounced(search, 250)
  const entries = useQuery({
    queryKey: [WORDS, settled, page],
    queryFn: async ({ signal }) => {
      const query = new URLSearchParams({ search: settled, limit: `${PAGE_ROWS}`, offset: `${(page - 1) * PAGE_ROWS}` })
      const answer = await request(`${WORDS}?${query}`, { signal })
      return { rows: (await answer.json()) as DictionaryEntry[], total: Number(answer.headers.get('x-total-count')) }
    },
    placeholderData: keepPreviousData,
  })
  const removal = useMutation({
    mutationFn: ({ word, language }: DictionaryEntry) =>
      sendJson('DELETE', `${WORDS}/${encodeURIComponent(word)}?language=${language}`),
    onSuccess: refreshEntries,
  })
  const imported = useMutation({
    mutationFn: async (file: File) => {
      const answer = await request(WORDS, { method: 'PUT', headers: { 'content-type': 'text/csv' }, body: file })
      return ((await answer.json()) as { imported: number }).imported
    },
    onSuccess: refreshEntries,
  })
  const exported = useMutation({
    mutationFn: async () =>
      save(await (await request(WORDS, { headers: { accept: 'text/csv' } })).blob(), 'dictionary.csv'),
  })
  const nameOf = useKeyNames()
  const columns: readonly Column<DictionaryEntry>[] = [
    { title: 'Word', cell: wordCell },
    { title: 'Pronunciation', cell: ({ pronunciation }) => <span className="mono free">{pronunciation}</span> },
    { title: 'Added', cell: ({ addedAt }) => dateOf(addedAt) },
    {
      title: 'By',
      cell: ({ addedBy }) => <span className="free">{addedBy === null ? 'command line' : nameOf(addedBy)}</span>,
    },
    {
      title: 'Actions',
      cell: (entry) => (
        <div className="row actions">
          <HearPronunciation {...entry} isSmall of={entry.word} isSaved />
          <Button variant="default" size="compact-sm" aria-label={`Edit ${entry.word}`} onClick={() => edit(entry)}>
            Edit
          </Button>
          <ConfirmButton
            label="Delete"
            of={entry.word}
            question={`Delete the entry of “${entry.word}”?`}
            confirm={() => removal.mutate(entry)}
          />
        </div>
      ),
    },
  ]
  const { rows = [], total = 0 } = entries.data ?? {}
  return (
    <div className="stack">
      <div className="row">
        <TextInput
          className="grow"
          aria-label="Search entries"
          placeholder="Search entries"
          value={search}
          onChange={(event) => {
            setSearch(event.currentTarget.value)
            setPage(1)
          }}
        />
        <FileButton accept=".csv,text/csv" onChange={(file) => file && imported.mutate(file)}>
          {(button) => (
            <Button variant="default" loading={imported.isPending} {...button}>
              Import CSV
            </Button>
          )}
        </FileButton>
        <Button variant="default" loading={exported.isPending} onClick={() => exported.mutate()}>
          Export CSV
        </Button>
      </div>
      <output className="quiet">
        {entries.isPending ? 'Loading the entries' : countOf(total, 'entry', 'entries')}
        {imported.data !== undefined && ` · ${numberOf(imported.data)} imported`}
      </output>
      <p className="quiet">
        A CSV file needs the columns word and pronunciation, and may have a column language. If a line is invalid,
        nothing is imported.
      </p>
      <Failure error={entries.error ?? removal.error ?? imported.error ?? exported.error} />
      {entries.data && (
        <TablePage
          label="Entries"
          columns={columns}
          rows={rows}
          keyOf={({ word, language }) => `${language} ${word}`}
          empty={settled ? 'No entries match your search.' : 'There are no entries yet.'}
          page={page}
          last={Math.max(1, Math.ceil(total / PAGE_ROWS))}
          onPage={setPage}
        />
      )}
    </div>
  )
}

function Requests({ isAdmin }: { isAdmin: boolean }) {
  const requests = useRequests()
  const nameOf = useKeyNames()
  /** Pronunciations that the operator has changed, by the id of their request. */
  const [changed, setChanged] = useState<Readonly<Record<string, string>>>({})
  const judging = useMutation({
    mutationFn: ({ id, verdict }: { id: string; verdict: 'approve' | 'reject' }) => {
      const pronunciation = changed[id]
      return sendJson(
        'POST',
        `${REQUESTS}/${id}/${verdict}`,
        verdict === 'approve' && pronunciation ? { pronunciation } : undefined,
      )
    },
    onSuccess: () => refreshEntries().then(keepFocus),
  })
  const columns: readonly Column<DictionaryRequest>[] = [
    { title: 'Word', cell: wordCell },
    {
      title: 'Pronunciation',
      cell: ({ id, word, pronunciation, predicted, status }) =>
        isAdmin && status === 'requested' ? (
          <Textarea
            autosize
            aria-label={`Pronunciation of ${word}`}
            className="mono wide"
            value={changed[id] ?? pronunciation}
            onChange={(event) => setChanged({ ...changed, [id]: event.currentTarget.value })}
          />
        ) : (
          <span className="mono free">
            {pronunciation} {predicted && '(predicted)'}
          </span>
        ),
    },
    { title: 'Note', cell: ({ note }) => note && <span className="free">{note}</span> },
    ...(isAdmin
      ? [{ title: 'By', cell: ({ keyId = '' }: DictionaryRequest) => <span className="free">{nameOf(keyId)}</span> }]
      : []),
    {
      title: 'State',
      cell: ({ status, due }) => (status === 'requested' ? `Added on ${dateOf(due)} unless rejected` : status),
    },
    {
      title: 'Actions',
      cell: ({ id, word, language, pronunciation, status }) => (
        <div className="row actions">
          <HearPronunciation
            pronunciation={changed[id] ?? pronunciation}
            language={language}
            isSmall
            of={word}
            isSaved={status === 'added'}
          />
          {isAdmin && status === 'requested' && (
            <>
              <Button
                variant="light"
                size="compact-sm"
                aria-label={`Approve ${word}`}
                onClick={() => judging.mutate({ id, verdict: 'approve' })}
              >
                Approve
              </Button>
              <Button
                variant="default"
                size="compact-sm"
                aria-label={`Reject ${word}`}
                onClick={() => judging.mutate({ id, verdict: 'reject' })}
              >
                Reject
              </Button>
            </>
          )}
        </div>
      ),
    },
  ]
  return (
    <div className="stack">
      <Failure error={requests.error ?? judging.error} />
      {requests.data && (
        <DataTable
          label="Requests"
          columns={columns}
          rows={requests.data}
          keyOf={({ id }) => id}
          empty="There are no requests."
        />
      )}
    </div>
  )
}
