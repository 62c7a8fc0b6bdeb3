import { ApiError, messageOfError, SESSION, sendJson } from './client.ts'

/** The token of a sign-in link in the address, until it is used. */
let token = takeToken()
let refusal: string | undefined

/** Removes the token from the address, so that it is neither copied with it nor kept in the history. */
function takeToken(): string | undefined {
  const [, found] = /^#(hfl_[\w-]+)$/.exec(location.hash) ?? []
  if (found !== undefined) history.replaceState(history.state, '', location.pathname + location.search)
  return found
}

/** Signs in if the page was opened by a sign-in link. Throws `ApiError` if the server cannot be reached; may be called again then. */
export async function signInByLink(): Promise<void> {
  if (token === undefined) return
  try {
    await sendJson('POST', SESSION, { link: token })
  } catch (error) {
    if (error instanceof ApiError && error.status === 0) throw error
    refusal = messageOfError(error)
  }
  token = undefined
}

/** Why the link of the address was refused; undefined if it was not, or there was none. */
export const linkRefusal = (): string | undefined => refusal
