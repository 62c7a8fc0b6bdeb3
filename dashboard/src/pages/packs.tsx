import { Badge, Button, Progress } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { getJson, sendJson } from '../api/client.ts'
import { CATALOGUE, queryClient, useIsSignedIn, useVoices } from '../api/queries.ts'
import type { Pack, PackList } from '../api/types.ts'
import { ConfirmButton } from '../parts/confirm-button.tsx'
import { Failure } from '../parts/failure.tsx'
import { bytesOf, countOf } from '../parts/format.ts'
import { PageHead } from '../parts/page-head.tsx'
import { PageLink } from '../parts/page-link.tsx'
import { SampleButton } from '../parts/samples.tsx'

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
  const others = available
    .filter(({ name }) => !installed.some((pack) => pack.name === name))
    .sort((one, other) => Number(other.name === RECOMMENDED) - Number(one.name === RECOMMENDED))
  const states = installed.map(({ name, version, state }) => `${name} ${version} ${state}`).join()
  useEffect(() => {
    // Packs change which engines speak voices.
    if (states !== '') void queryClient.invalidateQueries({ queryKey: [CATALOGUE] })
  }, [states])
  return (
    <>
      <PageHead
        title="Packs"
        purpose="Voice packs are neural models that speak voices of the catalogue. They are downloaded from their sources."
        api="voice-packs"
      />
      <div className="stack">
        <BuiltIn />
        <Failure error={packs.error ?? installing.error ?? removing.error} />
        {installs.length > 0 && (
          <section className="card stack" aria-label="Downloads" aria-live="polite">
            <h2>Downloads</h2>
            {installs.map((install) => (
              <Install key={install.name} {...install} tryAgain={() => installing.mutate(install.name)} />
            ))}
          </section>
        )}
        <section className="card stack" aria-label="Installed">
          <h2>Installed</h2>
          {installed.map((pack) => (
            <PackRow key={`${pack.name} ${pack.version} ${pack.state}`} {...pack}>
              {pack.state === 'in use' && (
                <PageLink to={`voices?engine=${pack.family === 'remote' ? 'remote' : 'pack'}`}>
                  Hear its voices
                </PageLink>
              )}
              <ConfirmButton
                label="Remove"
                of={pack.name}
                question={`Remove the pack “${pack.name}”?`}
                confirm={() => removing.mutate(pack.name)}
              />
            </PackRow>
          ))}
          {packs.data && installed.length === 0 && (
            <p className="quiet">
              No packs are installed. Each installed pack links to its voices and their samples. To hear the built-in
              voices, open <PageLink to="voices">Voices</PageLink>.
            </p>
          )}
        </section>
        <section className="card stack" aria-label="Available">
          <h2>Available</h2>
          {others.map((pack) => (
            <PackRow key={pack.name} {...pack}>
              {pack.hasSample && (
                <SampleButton
                  sample={{ key: pack.name, url: `${PACKS}/${encodeURIComponent(pack.name)}/sample` }}
                  of={pack.name}
                />
              )}
              <Button
                variant={pack.name === RECOMMENDED ? 'filled' : 'light'}
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

/** Engines that are part of the installation, with what they are for. */
const BUILT_IN: Readonly<Record<string, string>> = {
  best: 'most natural, needs the most CPU time',
  natural: 'natural, for conversations',
  aria: 'fast, for many streams at once',
  flite: 'very fast, English',
  espeak: 'very fast, the remaining languages',
}

/** What speaks without a pack, and what a pack adds. */
function BuiltIn() {
  const { voices } = useVoices()
  const engines = Object.entries(BUILT_IN).flatMap(([engine, purpose]) => {
    const count = voices.filter((voice) => voice.engine === engine).length
    return count === 0 ? [] : [{ engine, purpose, count }]
  })
  return (
    <section className="card stack" aria-label="Built in">
      <h2>Built in</h2>
      <p>
        Every voice speaks without a pack. Packs use larger models than most built-in engines. They need a download,
        more memory and several times the CPU time, so the server handles fewer concurrent streams. Voices keep their
        names, so clients need no changes. If a pack fails, the built-in engines take over.
      </p>
      <ul className="plain">
        {engines.map(({ engine, purpose, count }) => (
          <li key={engine} className="row spread pack">
            <div className="grow">
              <strong>{engine}</strong> <span className="quiet">{purpose}</span>
            </div>
            <span className="quiet number">{countOf(count, 'voice')}</span>
            <PageLink to={`voices?engine=${engine}`} aria-label={`Hear its voices: ${engine}`}>
              Hear its voices
            </PageLink>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** What a pack is, compared with the built-in engines; by its family. */
const QUALITY_OF: Readonly<Record<string, string>> = {
  kokoro: 'better',
  piper: 'one voice',
  kitten: 'small',
  remote: 'another server',
}

/** It has the best quality, in the most languages. */
const RECOMMENDED = 'kokoro'

interface PackProps extends Omit<Pack, 'state' | 'voices'> {
  readonly state?: Pack['state']
  readonly voices?: number
  readonly children: React.ReactNode
}

const PackRow = ({ name, version, family, state, voices, summary, bytes, licences, children }: PackProps) => (
  <div className="row spread pack">
    <div className="grow">
      <strong>{name}</strong>{' '}
      <span className="quiet">
        {[
          version,
          state,
          voices ? countOf(voices, 'voice') : '',
          state === undefined ? `needs ${bytesOf(bytes)}` : bytesOf(bytes),
        ]
          .filter(Boolean)
          .join(' · ')}
      </span>{' '}
      <Badge variant="default">{QUALITY_OF[family]}</Badge>{' '}
      {name === RECOMMENDED && state === undefined && <Badge>recommended</Badge>}
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

interface InstallProps {
  readonly tryAgain: () => void
}

function Install({
  name,
  bytes,
  totalBytes,
  bytesPerSecond,
  state,
  error,
  tryAgain,
}: PackList['installs'][number] & InstallProps) {
  const percent = totalBytes ? (100 * bytes) / totalBytes : 0
  return (
    <div className="stack tight">
      <div className="row spread">
        <strong>{name}</strong>
        <span className="quiet number">
          {state} · {bytesOf(bytes)}
          {totalBytes ? ` of ${bytesOf(totalBytes)}` : ''}
          {state === 'running' && ` · ${bytesOf(bytesPerSecond)}/s`}
        </span>
      </div>
      <Progress value={percent} aria-label={`Download of ${name}`} />
      <Failure error={error} />
      {state === 'failed' && (
        <div>
          <Button variant="default" size="compact-md" aria-label={`Try again to install ${name}`} onClick={tryAgain}>
            Try again
          </Button>
        </div>
      )}
    </div>
  )
}
