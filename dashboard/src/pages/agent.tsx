import { Button, PasswordInput, Tabs } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { sendJson } from '../api/client.ts'
import { usePrograms } from '../api/clients.ts'
import { KEYS, refreshKeys, useIsAdmin, useVoices } from '../api/queries.ts'
import type { NewKey, Program, Voice } from '../api/types.ts'
import { ConnectionTest } from '../parts/connection-test.tsx'
import { CopiedText } from '../parts/copied-text.tsx'
import { useVoiceSwitch } from '../parts/default-voice.ts'
import { Failure } from '../parts/failure.tsx'
import { PageHead } from '../parts/page-head.tsx'
import { PageLink } from '../parts/page-link.tsx'
import { VoicePicker, VoiceRow } from '../parts/voice-picker.tsx'
import { save } from '../speech/download.ts'
import { useStored } from '../stored.ts'
import { useWorkspace, voiceOfDraft } from '../workspace.tsx'
import './agent.css'

/** The model of the programs. */
const MODEL = 'coda'
const PLACEHOLDER = 'YOUR_KEY'

export function AgentPage() {
  const { draft } = useWorkspace()
  const { voices } = useVoices()
  const ofModel = voices.filter(({ model }) => model === MODEL)
  const voice = voiceOfDraft(ofModel, draft) ?? ofModel.find(({ speaker }) => speaker === 'luna')
  const { data, error } = usePrograms(voice?.speaker ?? 'luna')
  const [chosen, setChosen] = useStored('agent', 'livekit')
  // Never stored: it is gone when the page is left.
  const [key, setKey] = useState('')
  const program = data?.programs.find(({ name }) => name === chosen) ?? data?.programs[0]
  return (
    <>
      <PageHead
        title="Build a voice agent"
        purpose="Choose what the agent is built with, copy a complete program with the address of this server, and test the connection."
      />
      <Failure error={error} />
      {data && program && (
        <Tabs variant="pills" value={program.name} onChange={(name) => name && setChosen(name)} keepMounted={false}>
          <Tabs.List aria-label="Built with" mb="md">
            {data.programs.map(({ name, title }) => (
              <Tabs.Tab key={name} value={name}>
                {title}
              </Tabs.Tab>
            ))}
          </Tabs.List>
          <Tabs.Panel value={program.name}>
            <div className="stack">
              <p className="lead">{program.summary}</p>
              <div className="agent">
                <div className="stack">
                  {voice && <VoiceStep voices={ofModel} voice={voice} />}
                  {needsKey(program) && <KeyStep program={program} value={key} setValue={setKey} />}
                  <section className="card stack">
                    <h2 className="step">Run</h2>
                    <p className="quiet small">
                      Save the program as {program.file.name}, and run these commands beside it.
                    </p>
                    {program.commands.map((command) => (
                      <CopiedText
                        key={command}
                        text={withKey(command, key)}
                        label={`Copy ${command.split(' ')[0]}`}
                        isLine
                      />
                    ))}
                  </section>
                  <ConnectionTest client={program.client} speaker={data.speaker} apiKey={key} />
                </div>
                <ProgramFile program={program} apiKey={key} />
              </div>
            </div>
          </Tabs.Panel>
        </Tabs>
      )}
    </>
  )
}

const needsKey = ({ commands, lines }: Program): boolean =>
  [...commands, lines.code].some((text) => text.includes(PLACEHOLDER))

const withKey = (text: string, key: string): string => (key === '' ? text : text.replaceAll(PLACEHOLDER, key))

function VoiceStep({ voices, voice }: { voices: readonly Voice[]; voice: Voice }) {
  const [isPicking, setIsPicking] = useState(false)
  const use = useVoiceSwitch()
  return (
    <section className="card stack">
      <h2 className="step">Voice</h2>
      <VoiceRow voice={voice}>
        <Button variant="default" size="compact-sm" onClick={() => setIsPicking(true)}>
          Change voice
        </Button>
      </VoiceRow>
      <VoicePicker
        isOpen={isPicking}
        close={() => setIsPicking(false)}
        voices={voices}
        first={{}}
        pick={(picked) => {
          use(picked)
          setIsPicking(false)
        }}
      />
    </section>
  )
}

interface KeyStepProps {
  readonly program: Program
  readonly value: string
  readonly setValue: (key: string) => void
}

/** A key that exists cannot be read again, so it is typed; a new one is filled in. */
function KeyStep({ program, value, setValue }: KeyStepProps) {
  const isAdmin = useIsAdmin()
  const making = useMutation({
    mutationFn: () => sendJson<NewKey>('POST', KEYS, { name: `${program.title} agent`, roles: ['synthesis'] }),
    onSuccess: ({ key }) => {
      setValue(key)
      return refreshKeys()
    },
    gcTime: 0,
  })
  const { data: made } = making
  return (
    <section className="card stack">
      <h2 className="step">Key</h2>
      <div className="row bottom">
        <PasswordInput
          className="grow"
          label="API key of the agent"
          placeholder="hf_…"
          description="Filled into the commands and the program on this page, and nowhere stored."
          autoComplete="off"
          value={value}
          onChange={(event) => setValue(event.currentTarget.value.trim())}
          visibilityToggleButtonProps={{ 'aria-label': 'Show the key' }}
        />
        {isAdmin && (
          <Button variant="default" loading={making.isPending} onClick={() => making.mutate()}>
            Create a key
          </Button>
        )}
      </div>
      <output className="quiet small">
        {made && made.key === value ? (
          <>
            Created “{made.name}”. Copy it or the commands now: it is not shown again.{' '}
            <PageLink to="keys">All keys</PageLink>
          </>
        ) : (
          !isAdmin && 'Only keys with the role admin can create keys.'
        )}
      </output>
      <Failure error={making.error} />
    </section>
  )
}

function ProgramFile({ program: { file, lines }, apiKey }: { program: Program; apiKey: string }) {
  const text = withKey(file.text, apiKey)
  return (
    <section className="card stack" aria-label="Program">
      <div className="row spread">
        <h2 className="mono">{file.name}</h2>
        <Button variant="default" size="compact-sm" onClick={() => save(new Blob([text]), file.name)}>
          Download
        </Button>
      </div>
      <CopiedText text={text} label="Copy the program" />
      <details>
        <summary>Only the lines for an existing program</summary>
        <CopiedText text={withKey(lines.code, apiKey)} label="Copy the lines" />
      </details>
    </section>
  )
}
