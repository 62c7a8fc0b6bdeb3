/** An origin as browsers write it: lower case, no default port. Undefined if the text is none. */
export function originOf(text: string): string | undefined {
  if (!/^[a-z][a-z\d+.-]*:\/\/[^\s/?#@*]+\/?$/i.test(text) || !URL.canParse(text)) return undefined
  const { protocol, host } = new URL(text)
  return `${protocol}//${host}`
}
