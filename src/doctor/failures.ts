import { rootOf } from '../endpoints/endpoint-failure.ts'
import { Problem } from './check.ts'

/** What to do about a status, by which every protocol here says the same. */
export function refusal(status: number | undefined, text: string): Problem {
  const message = `the server answers ${status}${text === '' ? '' : `: ${shortened(text)}`}`
  return new Problem(message, HINTS[status ?? 0] ?? 'The log of the server has the reason.')
}

const HINTS: Readonly<Record<number, string>> = {
  400: 'Is the server older than this command? The log of the server has the reason.',
  401: 'Set HOARFROST_API_KEY to a valid key, or give --key-file FILE; npx hoarfrost keys create makes one.',
  403: 'The key needs the role synthesis; npx hoarfrost keys create --role synthesis makes one.',
  404: 'The path was not found. Does a proxy in front of the server forward only some paths?',
  426: 'The proxy in front of the server does not forward WebSocket upgrades; see docs/operating.md, Reverse proxy.',
  429: 'The limit of the key or of WebSockets is reached. Try again later, or raise the limit.',
  502: 'The proxy cannot reach the server. Is the server running?',
  503: 'The server is starting, stopping or overloaded; try again.',
  504: 'The proxy timed out before the server responded. Raise its timeout.',
}

const shortened = (text: string): string => {
  const line = text.trim().replaceAll(/\s+/g, ' ')
  return line.length > MAX_LENGTH ? `${line.slice(0, MAX_LENGTH)}…` : line
}

const MAX_LENGTH = 120

/** What is wrong with a connection, from the error of the system. Problems are returned as they are. */
export function connectionProblem(error: unknown, place: string): Problem {
  if (error instanceof Problem) return error
  const cause = rootOf(error)
  const code = (cause as NodeJS.ErrnoException).code ?? ''
  const problem = (message: string, hint: string) => new Problem(message, hint, { cause })
  if (cause.name === 'TimeoutError' || code === 'ETIMEDOUT' || code === 'UND_ERR_CONNECT_TIMEOUT') {
    return problem(`no answer from ${place} in time`, 'Is the address right, and open in the firewall?')
  }
  if (code === 'ECONNREFUSED') {
    return problem(
      `nothing listens at ${place}`,
      'Start the server with npx hoarfrost serve, or give its URL: npx hoarfrost doctor URL.',
    )
  }
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN')
    return problem(`the host name of ${place} cannot be resolved`, 'Check the URL.')
  if (code === 'EHOSTUNREACH' || code === 'ENETUNREACH')
    return problem(`${place} cannot be reached`, 'Check the network.')
  if (code === 'ERR_TLS_CERT_ALTNAME_INVALID')
    return problem(
      `the certificate of ${place} is for another host name`,
      'Use the host name of the certificate in the URL.',
    )
  if (/SIGN/.test(code)) {
    return problem(
      `the certificate of ${place} is not trusted (${code})`,
      'If the authority is your own, set NODE_EXTRA_CA_CERTS to a file with its certificate.',
    )
  }
  if (/CERT|SSL|TLS/.test(code))
    return problem(`TLS with ${place} fails (${code})`, 'Is it https, and its certificate valid?')
  return problem(`the connection to ${place} broke (${code || cause.message})`, 'Is this the port of the server?')
}
