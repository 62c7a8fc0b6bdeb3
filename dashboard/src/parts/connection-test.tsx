import { Button, Loader } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import { checkAddress, checkClient } from '../api/clients.ts'
import type { Finding } from '../api/types.ts'
import { Failure } from './failure.tsx'
import { countOf } from './format.ts'

interface ConnectionTestProps {
  readonly client: string
  readonly speaker: string
  /** Empty for that of the session. */
  readonly apiKey: string
}

/** Replays the requests of a client, and shows each step when it is done. */
export function ConnectionTest({ client, speaker, apiKey }: ConnectionTestProps) {
  const [findings, setFindings] = useState<readonly Finding[]>([])
  const [state, setState] = useState<'idle' | 'running' | 'done'>('idle')
  const [error, setError] = useState<unknown>(null)
  const running = useRef<AbortController>(null)

  // What was found of another client, voice or key says nothing of this one.
  // biome-ignore lint/correctness/useExhaustiveDependencies: these are what is checked
  useEffect(() => {
    setFindings([])
    setState('idle')
    setError(null)
    return () => running.current?.abort()
  }, [client, speaker, apiKey])

  async function check() {
    const controller = new AbortController()
    running.current = controller
    const { signal } = controller
    setFindings([])
    setError(null)
    setState('running')
    const add = (finding: Finding) => signal.aborted || setFindings((before) => [...before, finding])
    try {
      add(await checkAddress(speaker, signal))
      for await (const finding of checkClient(client, { speaker, key: apiKey }, signal)) add(finding)
    } catch (failure) {
      if (!signal.aborted) setError(failure)
    }
    if (!signal.aborted) setState('done')
  }

  const countIn = (wanted: Finding['outcome']) => findings.filter(({ outcome }) => outcome === wanted).length
  const [failed, warnings] = [countIn('failed'), countIn('warning')]
  const passed = warnings === 0 ? 'Passed: this client can speak.' : `Passed, with ${countOf(warnings, 'warning')}.`
  return (
    <section className="card stack" aria-label="Test connection">
      <div className="row spread">
        <h2 className="step">Test</h2>
        {state === 'running' ? (
          <Button
            variant="default"
            onClick={() => {
              running.current?.abort()
              setState('idle')
            }}
          >
            Cancel
          </Button>
        ) : (
          <Button onClick={check}>Test connection</Button>
        )}
      </div>
      <p className="quiet small">
        The server sends itself what this client sends, with{' '}
        {apiKey === '' ? 'the key you are signed in with' : 'the key above'}, and listens to the answers.
      </p>
      {findings.length > 0 && (
        <ol className="findings">
          {findings.map(({ check: name, outcome, detail, hint }) => (
            <li key={name} data-outcome={outcome}>
              <span className="mark" role="img" aria-label={outcome}>
                {MARKS[outcome]}
              </span>
              <div>
                <strong>{name}</strong> <span className="quiet">{detail}</span>
                {hint && <div className="small">{hint}</div>}
              </div>
            </li>
          ))}
        </ol>
      )}
      <output>
        {state === 'running' && (
          <span className="row">
            <Loader size="xs" aria-hidden="true" /> Running the next step
          </span>
        )}
        {state === 'done' && !error && (failed === 0 ? passed : `${countOf(failed, 'step')} failed.`)}
      </output>
      <Failure error={error} />
    </section>
  )
}

const MARKS = { passed: '✓', warning: '!', failed: '✗' } as const
