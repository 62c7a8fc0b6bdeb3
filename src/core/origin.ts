/** An origin as browsers write it: lower case, no default port. Undefined if the text is none. */
export function originOf(text: string): string | undefined {
  if (!/^[a-z][a-z\d+.-]*:\/\/[^\s/?#@*]+\/?$/i.test(text) || !URL.canParse(text)) return undefined
  const { protocol, host } = new URL(text)
  return `${protocol}//${host}`
}

/** Whether the host of a URL is written as a loopback address, rather than as a name. */
export const isLoopbackAddress = (url: string): boolean => /^(?:127(?:\.\d+){3}|\[::1\])$/.test(new URL(url).hostname)

/** Whether the host of a URL is this machine, by a loopback address or as `localhost`. */
export const isLoopback = (url: string): boolean => isLoopbackAddress(url) || new URL(url).hostname === 'localhost'
