import { Button, type ButtonProps } from '@mantine/core'
import { useState } from 'react'
import type { SpeechRequest } from '../speech/request.ts'
import { isBusy, useSpeechState } from '../speech/speaker.ts'
import { useWorkspace } from '../workspace.tsx'
import { Icon } from './icons.tsx'

interface HearProps extends Pick<ButtonProps, 'size' | 'variant'> {
  /** Undefined while it is not known. */
  readonly request: SpeechRequest | undefined
  readonly label?: string
  /** What is heard, where its row does not tell. */
  readonly of?: string | undefined
}

/** Speaks a text, and stops it while it is heard. */
export function HearButton({ request, label = 'Hear', of, variant = 'default', size = 'compact-sm' }: HearProps) {
  const { listener } = useWorkspace()
  const state = useSpeechState(listener)
  const [spoken, setSpoken] = useState<SpeechRequest>()
  const isOurs = spoken !== undefined && state.request === spoken
  const isHeard = isOurs && isBusy(state)
  const what = isHeard ? 'Stop' : label
  return (
    <>
      <Button
        variant={variant}
        size={size}
        aria-label={of && `${what} ${of}`}
        leftSection={<Icon name={isHeard ? 'stop' : 'play'} />}
        disabled={!request || request.text.trim() === ''}
        onClick={() => {
          if (isHeard) return listener.stop()
          setSpoken(request)
          if (request) void listener.speak(request)
        }}
      >
        {what}
      </Button>
      {isOurs && state.error && <output className="error">{state.error}</output>}
    </>
  )
}
