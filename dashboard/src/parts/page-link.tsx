import type { ComponentProps } from 'react'
import { hrefOf, navigate } from '../router.ts'

/** A link to a page of the dashboard, such as `text`. */
export const PageLink = ({ to, ...link }: ComponentProps<'a'> & { readonly to: string }) => (
  <a
    {...link}
    href={hrefOf(to)}
    onClick={(event) => {
      if (event.metaKey || event.ctrlKey || event.shiftKey) return
      event.preventDefault()
      navigate(to)
    }}
  />
)
