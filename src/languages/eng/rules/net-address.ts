import type { Context, Expansion, Reading } from '../../reading/expansion.ts'
import { SHORT_WORDS } from './capital-words.ts'
import { isSurelyChat } from './chat-context.ts'
import { CHAT_WORDS } from './chat-words.ts'
import { isCommonWord } from './common-words.ts'
import { FILE_ENDINGS, SCHEMES, TOP_DOMAINS, WORD_DOMAINS } from './net-names.ts'
import { readHost, readNet, sayEnding } from './net-reading.ts'
import { opensWord } from './sentence-context.ts'

/** Marks at the end of an address that belong to the sentence around it. */
const TRAILING = /[.,;:!?'*_)\]}>]{1,20}$/

function trimmed(address: string): string {
  const end = address.replace(TRAILING, '')
  // A bracket that opens inside closes inside, as in `/wiki/Mercury_(planet)`.
  return end.includes('(') && address.charAt(end.length) === ')' ? `${end})` : end
}

/** A star after a stroke is of the path: `/home/*`, but `*a/b*`. */
function trimmedGlob(path: string): string {
  const end = trimmed(path)
  return end.endsWith('/') ? end + (/^\*{1,2}/.exec(path.slice(end.length))?.[0] ?? '') : end
}

const standsFree = (before: string): boolean => opensWord(before) && !/[@_\\]$/.test(before)

const URL_PARTS = /^([A-Za-z]{2,6}:(?:\/\/)?)((?:[^\s/?#@]{1,200}@)?)([^\s/?#:]{0,300})(.*)$/su

/** Within a sentence a host that shows itself needs no scheme. */
const isObvious = (scheme: string, host: string, { before, after }: Context): boolean =>
  /^https?:/i.test(scheme) &&
  (/^www\./i.test(host) || TOP_DOMAINS.has((/\.([a-z]{2,18})$/i.exec(host)?.[1] ?? '').toLowerCase())) &&
  /[\p{L}\d]/u.test(before + after)

function readUrl([whole]: RegExpExecArray, context: Context): Reading | undefined {
  const url = trimmed(whole)
  const [, scheme, user = '', host = '', rest = ''] = URL_PARTS.exec(url) ?? []
  if (scheme === undefined) return undefined
  const around = { before: context.before, after: whole.slice(url.length) + context.after }
  const said = isObvious(scheme, host, around) ? '' : readNet(scheme)
  const spoken = [
    said,
    readNet(user),
    readHost(host),
    rest === '/' && said === '' && !/^[<{[$]/.test(around.after) ? '' : readNet(rest),
  ]
    .filter((part) => part !== '')
    .join(' ')
  return { spoken: NEXT_LINK.test(around.after) ? `${spoken},` : spoken, length: url.length }
}
/** `0. http://a.example 1. http://b.example`: the next one of a list in one line */
const NEXT_LINK = /^ \[?\d{1,2}(?:\.|\]) (?:https?:|mailto:|www\.)/

function readDomain([whole, host = '', top = '', rest = '']: RegExpExecArray, context: Context): Reading | undefined {
  const { before } = context
  if (!standsFree(before) || /[./]$/.test(before)) return undefined
  const last = top.toLowerCase()
  if (!TOP_DOMAINS.has(last) || (top !== last && top !== top.toUpperCase())) return undefined
  const [label = ''] = host.toLowerCase().split('.').slice(-2)
  const isWeb = host.toLowerCase().startsWith('www.') || /^[/:]/.test(rest)
  if (!isWeb && WORD_DOMAINS.has(last) && (isCommonWord(label) || SHORT_WORDS.has(label) || label.length < 2))
    return undefined
  // `see you surely.cl me later`: a message without a space after its stop
  if (!isWeb && rest === '' && CHAT_WORDS.has(last) && /^[a-z]+$/.test(host.slice(0, -1)) && isSurelyChat(context))
    return undefined
  if (!isWeb && /^\d+$/.test(label) && !/^(?:com|net|org)$/.test(last)) return undefined
  const address = rest === '' ? whole : trimmed(whole)
  const spoken = [readHost(host + top), readNet(address.slice(host.length + top.length))].filter((part) => part !== '')
  return { spoken: spoken.join(' '), length: address.length }
}

function readFileName([, path = '', ending = '']: RegExpExecArray, before: string): string | undefined {
  if (!standsFree(before) || !FILE_ENDINGS.has(ending.toLowerCase()) || /^\d+\.?$/.test(path)) return undefined
  // The words of a name alone are said as such; a path is dictated.
  const name = path.includes('/') ? path : path.replaceAll('_', ' ')
  return `${readNet(name, { hasNumbers: true })} ${sayEnding(ending)}`
}

/** A path of folders; its last part may be a file. */
function readPath(path: string): string {
  const [, head = path, ending] = /^(.*\.)([A-Za-z0-9]{1,6})$/s.exec(path) ?? []
  if (ending === undefined || !FILE_ENDINGS.has(ending.toLowerCase())) return readNet(path, { hasNumbers: true })
  return `${readNet(head, { hasNumbers: true })} ${sayEnding(ending)}`
}

export const netAddresses: readonly Expansion[] = [
  {
    category: 'url',
    first: /[A-Za-z]/,
    words: SCHEMES,
    pattern: /(?<scheme>[a-z]{2,6}):(?:\/\/[^\s<>"{}|\\^]{1,600}|(?<=mailto:)[^\s<>"]{1,200})/iuy,
    read: (match, context) =>
      standsFree(context.before) && SCHEMES.has((match.groups?.scheme ?? '').toLowerCase())
        ? readUrl(match, context)
        : undefined,
  },
  {
    // `jo.doe+news@example.com`
    category: 'url',
    first: /[A-Za-z\d_]/,
    next: /[\d_.%+@-]/,
    pattern: /([A-Za-z\d_][\w.%+-]{0,63})@((?:[A-Za-z\d](?:[A-Za-z\d-]{0,62})\.){1,5}[A-Za-z]{2,18})(?![\p{L}\d])/uy,
    read: ([, name = '', host = ''], { before }) =>
      standsFree(before) ? `${readNet(name)} at ${readHost(host)}` : undefined,
  },
  {
    category: 'url',
    first: /[A-Za-z\d]/,
    next: /[\d.-]/,
    pattern:
      /((?:[A-Za-z\d](?:[A-Za-z\d-]{0,62})\.){1,6})([A-Za-z]{2,18})((?::\d{2,5})?(?:[/?#][^\s<>"{}|\\^]{0,600})?)(?![\p{L}\d@_-])/uy,
    read: readDomain,
  },
  {
    category: 'url',
    first: /l/i,
    words: new Set(['localhost']),
    pattern: /localhost(?::\d{2,5})?(?:\/[^\s<>"]{0,300})?/iuy,
    read: ([whole]) => ({
      spoken: `local host ${readNet(trimmed(whole).slice(9))}`.trim(),
      length: trimmed(whole).length,
    }),
  },
  {
    // `notes.txt`, `src/main.ts`
    category: 'url',
    first: /[A-Za-z\d_]/,
    next: /[\w.@+/-]/,
    pattern:
      /(?=\w)((?:[\w.@+-]{1,60}\/){0,8}[\w-]{1,60}(?:\.[\w-]{1,30}){0,3}\.)([A-Za-z\d]{1,6})(?![\p{L}\d_@/])(?!\.\p{L})/uy,
    read: (match, { before }) => readFileName(match, before),
  },
  {
    // `C:\Users\me`, `\\server\share`
    category: 'url',
    first: /[A-Za-z\\]/,
    next: /:/,
    pattern: /(?:[A-Za-z]:\\|\\\\(?=\w))(?:[^\s\\"<>|?*:;,]{1,60}\\){0,12}[^\s\\"<>|?*:;,]{0,60}/uy,
    read: ([whole], { before }) => {
      if (!opensWord(before)) return undefined
      const path = trimmed(whole)
      return { spoken: readPath(path), length: path.length }
    },
  },
  {
    // `src/**/*.ts`, `dist/*`, `**/*.md`: names of files with a star for what differs
    category: 'url',
    first: /[A-Za-z\d_*]/,
    next: /[\w.@+*/-]/,
    pattern:
      /(?:[\w.@+-]{1,60}\/){0,12}(?:(?<=\/)\*{1,2}(?=[.\s'",;:)]|$)|\*\*(?=\/[*\w])|\*(?=\/\*))[\w.@+*/{},-]{0,120}/uy,
    read: ([whole], { before }) => {
      if (!standsFree(before) || /[*/]$/.test(before)) return undefined
      const path = trimmedGlob(whole)
      return { spoken: readPath(path), length: path.length }
    },
  },
  {
    // `/etc/hosts`, `~/notes`, `./run.sh`, `/tmp/*`
    category: 'url',
    first: /[/~.]/,
    pattern: /(?:~|\.{1,2})?\/(?=[\w.@~-])(?:[\w.@+~%*-]{1,60}\/){0,12}[\w.@+~%*-]{0,60}/uy,
    read: ([whole], { before }) => {
      if (!/(?:^|[\s"'([{=:,>])$/.test(before)) return undefined
      const path = trimmedGlob(whole)
      const isPath = /^[~.]/.test(path) || /^\/[^/]*[A-Za-z][^/]*(?:\/|$)/.test(path)
      return isPath ? { spoken: readPath(path), length: path.length } : undefined
    },
  },
  {
    category: 'url',
    first: /@/,
    pattern: /@([\p{L}\d_](?:[\p{L}\d_.-]{0,40}[\p{L}\d_])?)('s(?!\p{L}))?/uy,
    read: ([, name = '', possessive = ''], { before }) =>
      opensWord(before) && /[\p{L}_]/u.test(name)
        ? `at ${readNet(name, { hasNumbers: true })}${possessive}`
        : undefined,
  },
  {
    category: 'url',
    first: /#/,
    pattern: /#((?:\d{1,20}(?=[\p{L}_]))?[\p{L}_][\p{L}\p{M}\d_]{0,100})/uy,
    read: ([, name = ''], { before, after }) => {
      if (
        !opensWord(before) ||
        /[#&]$/.test(before) ||
        /^-\d/.test(after) ||
        isNumbered(name) ||
        isOfCode(name, before)
      )
        return undefined
      if (PREPROCESSOR.test(name) && /(?:^|\n|'|[.:;] ?)[ \t]{0,8}$/.test(before)) return `hash ${readNet(name)}`
      return `hashtag ${readNet(name.replaceAll('_', ' '), { hasNumbers: true })}`
    },
  },
]

/** `confirmation #QXRTZA`. */
const isOfCode = (name: string, before: string): boolean =>
  /^[A-Z\d]{4,12}$/.test(name) &&
  /\b(?:order|confirmation|ticket|case|invoice|booking|reservation|reference|tracking|claim|policy|account|code|number|id|item|part|serial|request) $/i.test(
    before,
  )

/** `#include <stdio.h>` */
const PREPROCESSOR = /^(?:define|elif|else|endif|ifn?def|include|pragma|undef)$/

/** `#A7` is a number of something, `#Web3` a tag. */
const isNumbered = (name: string): boolean => /^[A-Z]{0,3}\d/.test(name) || /^[A-Za-z]$/.test(name)
