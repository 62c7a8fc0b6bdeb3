import { Button, Progress } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { getJson, sendJson } from '../api/client.ts'
import { queryClient, useIsSignedIn } from '../api/queries.ts'
import type { Pack, PackList } from '../api/types.ts'
import { ConfirmButton } from '../parts/confirm-button.tsx'
import { Failure } from '../parts/failure.tsx'
import { bytesOf } from '../parts/format.ts'
import { PageHead } from '../parts/page-head.tsx'

const PACKS = '/v1/packs'
const POLL_MS = 1000
const refresh = () => queryClient.invalidateQueries({ queryKey: [PACKS] })

const isRunning = ({ state }: PackList['installs'][number]): boolean => state === 'running'

export function PacksPage() {
  const packs = useQuery({
    queryKey: [PACKS],
    queryFn: ({ signal }) => getJson<PackList>(PACKS, signal),
    enabled: useIsSignedIn(),
    refetchInterval: ({ state }) => (state.data?.installs.some(isRunning) ? POLL_MS : false),
  })
  const installing = useMutation({
    mutationFn: (name: string) => sendJson('POST', PACKS, { name }),
    onSuccess: refresh,
  })
  const removing = useMutation({
    mutationFn: (name: string) => sendJson('DELETE', `${PACKS}/${encodeURIComponent(name)}`),
    onSuccess: refresh,
  })
  const { packs: installed = [], available = [], installs = [] } = packs.data ?? {}
  const others = available.filter(({ name }) => !installed.some((pack) => pack.name === name))
  return (
    <>
      <PageHead
        title="Packs"
        purpose="Voice packs are neural models that speak voices of the catalogue. They are downloaded from their sources."
      />
      <div className="stack">
        <Failure error={packs.error ?? installing.error ?? removing.error} />
        {installs.length > 0 && (
          <section className="card stack" aria-label="Downloads" aria-live="polite">
            <h2>Downloads</h2>
            {installs.map((install) => (
              <Install key={install.name} {...install} />
            ))}
          </section>
        )}
        <section className="card stack" aria-label="Installed">
          <h2>Installed</h2>
          {installed.map((pack) => (
            <PackRow key={pack.name} {...pack}>
              <ConfirmButton
                label="Remove"
                of={pack.name}
                question={`Remove the pack “${pack.name}”?`}
                confirm={() => removing.mutate(pack.name)}
              />
            </PackRow>
          ))}
          {packs.data && installed.length === 0 && <p className="quiet">No pack is installed.</p>}
        </section>
        <section className="card stack" aria-label="Available">
          <h2>Available</h2>
          {others.map((pack) => (
            <PackRow key={pack.name} {...pack}>
              <Button
                variant="light"
                size="compact-md"
                aria-label={`Install ${pack.name}`}
                disabled={installs.some((install) => install.name === pack.name && isRunning(install))}
                onClick={() => installing.mutate(pack.name)}
              >
                Install
              </Button>
            </PackRow>
          ))}
          {packs.data && others.length === 0 && <p className="quiet">All packs are installed.</p>}
        </section>
      </div>
    </>
  )
}

interface PackProps extends Omit<Pack, 'state' | 'voices'> {
  readonly state?: Pack['state']
  readonly children: React.ReactNode
}

const PackRow = ({ name, version, state, summary, bytes, licences, children }: PackProps) => (
  <div className="row spread pack">
    <div className="grow">
      <strong>{name}</strong>{' '}
      <span className="quiet">{[version, state, bytesOf(bytes)].filter(Boolean).join(' · ')}</span>
      <div className="quiet small">{summary}</div>
      <div className="quiet small">
        {licences
          .map(({ of, spdx }) => `${of}: ${spdx.replace('LicenseRef-public-domain', 'public domain')}`)
          .join(' · ')}
      </div>
    </div>
    {children}
  </div>
)

function Install({ name, bytes, totalBytes, bytesPerSecond, state, error }: PackList['installs'][number]) {
  const percent = totalBytes ? (100 * bytes) / totalBytes : 0
  return (
    <div>
      <div className="row spread">
        <strong>{name}</strong>
        <span className="quiet number">
          {state} · {bytesOf(bytes)}
          {totalBytes ? ` of ${bytesOf(totalBytes)}` : ''} · {bytesOf(bytesPerSecond)}/s
        </span>
      </div>
      <Progress value={percent} aria-label={`Download of ${name}`} />
      <Failure error={error} />
    </div>
  )
}
