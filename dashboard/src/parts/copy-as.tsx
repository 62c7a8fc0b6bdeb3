import { Button, CopyButton, Tabs } from '@mantine/core'

interface CopyAsProps {
  readonly programs: Readonly<Record<string, string>>
  /** Why there is nothing to copy. */
  readonly refusal?: string | undefined
}

/** Programs by the clients that they are for; the first one is shown at first. */
export function CopyAs({ programs, refusal }: CopyAsProps) {
  const snippets = Object.entries(programs)
  return (
    <Tabs defaultValue={snippets[0]?.[0] ?? null} variant="pills" keepMounted={false}>
      <Tabs.List aria-label="Copy as">
        {snippets.map(([name]) => (
          <Tabs.Tab key={name} value={name} size="compact-sm" disabled={refusal !== undefined}>
            {name}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      {snippets.map(([name, program]) => (
        <Tabs.Panel key={name} value={name} pt="md">
          <div className="stack">
            {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a part that scrolls has to be reachable by keys */}
            <pre className="snippet" tabIndex={0}>
              {refusal ?? program}
            </pre>
            <CopyButton value={program}>
              {({ copied, copy }) => (
                <Button variant="default" onClick={copy} maw={220} disabled={refusal !== undefined}>
                  {copied ? 'Copied' : `Copy ${name}`}
                </Button>
              )}
            </CopyButton>
          </div>
        </Tabs.Panel>
      ))}
    </Tabs>
  )
}
