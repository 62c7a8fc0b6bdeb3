import { Textarea } from '@mantine/core'
import { useWorkspace } from '../workspace.tsx'

/** The text of the page Speak, and why it cannot be spoken. */
export function DraftText({ refusal }: { refusal: string | undefined }) {
  const { draft, change } = useWorkspace()
  return (
    <>
      <Textarea
        label="Text"
        autosize
        minRows={2}
        maxRows={8}
        value={draft.text}
        onChange={(event) => change({ text: event.currentTarget.value })}
      />
      {refusal && <p className="quiet">{refusal}</p>}
    </>
  )
}
