import type { ReactNode } from 'react'

/** Title of a page, what it is for, and its main controls. */
export function PageHead({ title, children, purpose }: { title: string; purpose: string; children?: ReactNode }) {
  return (
    <div className="page-head">
      <div>
        <h1>{title}</h1>
        <p>{purpose}</p>
      </div>
      {children}
    </div>
  )
}
