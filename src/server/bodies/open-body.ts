import type { IncomingMessage } from 'node:http'
import { SpeechError } from '../../core/errors.ts'
import { askForBody } from './unread-bodies.ts'

/**
 * Call before a body is read: asks a client that waits with it to send it. Throws `request.too-large`, or
 * `request.unsupported-*` for a body that would have to be decompressed or converted to UTF-8.
 */
export function openBody(request: IncomingMessage, maxBytes: number): void {
  const { headers, headersDistinct } = request
  const transfer = headers['transfer-encoding']
  if (transfer !== undefined && transfer.trim().toLowerCase() !== 'chunked') {
    throw new SpeechError('request.unsupported-transfer', 'transfer codings other than chunked are not supported')
  }
  for (const coding of (headers['content-encoding'] ?? '').split(',')) requireIdentity(coding.trim())
  // Node joins no media types: the first one would count.
  for (const mediaType of headersDistinct['content-type'] ?? []) charsetsIn(mediaType).forEach(requireUtf8)
  if (Number(headers['content-length'] ?? 0) > maxBytes) throw bodyTooLarge()
  askForBody(request)
}

export const bodyTooLarge = (): SpeechError => new SpeechError('request.too-large', 'request body is too large')

function requireIdentity(coding: string): void {
  if (coding === '' || coding.toLowerCase() === 'identity') return
  throw unsupportedType(`content coding ${printable(coding)} is not supported: send the body without Content-Encoding`)
}

/** Each of them names UTF-8 or a part of it. */
const UTF8_NAMES = ['utf-8', 'utf8', 'us-ascii', 'ascii']

function requireUtf8(charset: string): void {
  if (UTF8_NAMES.includes(charset.toLowerCase())) return
  throw unsupportedType(`charset ${printable(charset)} is not supported: send the body in UTF-8`)
}

/** Parameters of a media type, with the quotation marks of their values. */
const PARAMETERS = /;\s*([^\s=;]+)\s*=\s*("(?:[^"\\]|\\.)*"|[^;]*)/g

/** Those of `charset` and of `charset*`, whose value begins with a charset and a language of its own (RFC 8187). */
const charsetsIn = (mediaType: string): readonly string[] =>
  [...mediaType.matchAll(PARAMETERS)]
    .filter(([, name = '']) => /^charset\*?$/i.test(name))
    .map(([, name = '', value = '']) =>
      name.endsWith('*')
        ? value.trim().replace(/^[^']*'[^']*'/, '')
        : value
            .trim()
            .replace(/^(["'])(.*)\1$/, '$2')
            .replaceAll(/\\(.)/g, '$1'),
    )

const MAX_SHOWN_LENGTH = 40

/** What a client wrote, bounded. */
const printable = (name: string): string => name.replaceAll(/[^!-~]/g, '?').slice(0, MAX_SHOWN_LENGTH)

const unsupportedType = (message: string): SpeechError => new SpeechError('request.unsupported-type', message)
