import type { ReactNode } from 'react'

interface PageHeadProps {
  readonly title: string
  readonly purpose: string
  /** Section of the API reference, such as `jobs`. */
  readonly api?: string
  readonly children?: ReactNode
}

/** Title of a page, what it is for, and its main controls. */
export function PageHead({ title, purpose, api, children }: PageHeadProps) {
  return (
    <div className="page-head">
      <div>
        <h1>{title}</h1>
        <p>
          {purpose}
          {api && (
            <>
              {' '}
              <ApiLink section={api}>API reference</ApiLink>
            </>
          )}
        </p>
      </div>
      {children}
    </div>
  )
}

/** Opens a section of the API reference beside the dashboard, whose pages keep what was typed. */
const ApiLink = ({ section, children }: { readonly section: string; readonly children: ReactNode }) => (
  <a href={`/docs#protocol-${section}`} target="_blank" rel="noreferrer" className="nowrap">
    {children}
  </a>
)
