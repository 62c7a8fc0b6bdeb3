import type { ComponentProps } from 'react'
import { hrefOf, navigate } from '../router.ts'

interface PageLinkProps extends ComponentProps<'a'> {
  readonly to: string
  /** Called before the page is opened here. */
  readonly onFollow?: () => void
}

/** A link to a page of the dashboard, such as `text`. */
export const PageLink = ({ to, onFollow, ...link }: PageLinkProps) => (
  <a
    {...link}
    href={hrefOf(to)}
    onClick={(event) => {
      if (event.metaKey || event.ctrlKey || event.shiftKey) return
      event.preventDefault()
      onFollow?.()
      navigate(to)
    }}
  />
)
