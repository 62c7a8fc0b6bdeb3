import { useSyncExternalStore } from 'react'

const BASE = '/dashboard/'

/** The page of the address, such as `voices`; empty for the first. */
export function usePath(): string {
  return useSyncExternalStore(
    (changed) => {
      addEventListener('popstate', changed)
      return () => removeEventListener('popstate', changed)
    },
    () => location.pathname.slice(BASE.length).replace(/\/$/, ''),
  )
}

export const hrefOf = (path: string): string => `${BASE}${path}`

/** What follows the name of the page in the address, such as `ID` in `jobs/ID`. */
export const restOfPath = (path: string): string => path.slice(path.indexOf('/') + 1 || path.length)

/** Goes on from a page, unless somebody has left it meanwhile. */
export function navigateFrom(from: string, to: string): void {
  if (location.pathname === hrefOf(from)) navigate(to)
}

export function navigate(path: string): void {
  history.pushState(null, '', hrefOf(path))
  dispatchEvent(new PopStateEvent('popstate'))
}
