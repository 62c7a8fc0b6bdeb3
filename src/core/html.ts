/** HTML that may stand in HTML as it is. */
export class Html {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
}

type Part = Html | string | number | undefined | false | readonly Part[]

/** A template of HTML. Values are escaped unless they are HTML; lists are joined; `undefined` and `false` are empty. */
export const html = (strings: TemplateStringsArray, ...parts: readonly Part[]): Html =>
  new Html(strings.map((string, i) => string + textOf(parts[i])).join(''))

function textOf(part: Part): string {
  if (part === undefined || part === false) return ''
  if (part instanceof Html) return part.text
  if (typeof part === 'object') return part.map(textOf).join('')
  return escaped(String(part))
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

const escaped = (text: string): string => text.replaceAll(/[&<>"']/g, (character) => ENTITIES[character] as string)

/** A text with code in backticks. */
export const prose = (text: string): Html =>
  new Html(
    escaped(text)
      .replaceAll(/`([^`]+)`/g, '<code>$1</code>')
      .replaceAll('\n\n', '<br>'),
  )
