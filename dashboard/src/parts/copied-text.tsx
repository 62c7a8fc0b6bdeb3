import { Button, CopyButton } from '@mantine/core'

interface CopiedTextProps {
  readonly text: string
  /** Of the button, for screen readers. */
  readonly label: string
  /** Whether it is one line, beside which the button stands. */
  readonly isLine?: boolean
}

/** Code, and a button that copies it. */
export const CopiedText = ({ text, label, isLine = false }: CopiedTextProps) => (
  <div className={isLine ? 'copied-line' : 'stack tight copied'}>
    {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a part that scrolls has to be reachable by keys */}
    <pre className="snippet" tabIndex={0}>
      {text}
    </pre>
    <CopyButton value={text}>
      {({ copied, copy }) => (
        <Button variant="default" size="compact-sm" onClick={copy} aria-label={copied ? 'Copied' : label}>
          {copied ? 'Copied' : 'Copy'}
        </Button>
      )}
    </CopyButton>
  </div>
)
