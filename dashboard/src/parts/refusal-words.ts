import type { ErrorCode } from '../../../src/core/errors.ts'
import type { Live } from '../api/types.ts'

type Refusal = Pick<Live['refusals'][number], 'status' | 'reason'>

/** By the code of the error, which stands for messages that may quote the client. */
const BY_CODE: Readonly<Record<ErrorCode, string>> = {
  'request.invalid': 'A field of the request is missing or has a value that is not allowed',
  'request.too-large': 'The text or the body is too long',
  'request.unsupported-type': 'The body has a type that this route does not read',
  'request.unsupported-transfer': 'The body has an encoding that the server does not read',
  'request.unsupported-expectation': 'The header Expect has a value that the server does not know',
  'request.not-upgraded': 'This address is a WebSocket, and the request was not one',
  'request.unsupported-version': 'The client uses a version of HTTP that the server does not serve',
  'request.head-too-large': 'The headers of the request are too long',
  'request.timed-out': 'The client sent its request too slowly',
  'request.not-allowed': 'The request came from a page of another site',
  'format.unsupported': 'The audio format or sampling rate does not exist',
  'model.unknown': 'The model does not exist',
  'speaker.unknown': 'The voice does not exist, or not on this model',
  'language.unsupported': 'The voice or the server does not speak the language',
  'key.missing': 'The request had no API key',
  'key.empty': 'The API key of the request was empty',
  'key.invalid': 'The API key is unknown, revoked or expired',
  'key.forbidden': 'The API key does not have the role for this',
  'key.limited': 'The API key has reached one of its limits, shown on the page Keys',
  'resource.unknown': 'What the request names does not exist',
  'resource.conflict': 'It does not fit the state of what it names, such as a job that has ended',
  'dictionary.unknown': 'The dictionary has no such entry or request',
  'dictionary.judged': 'The request for the dictionary was already approved or rejected',
  'store.busy': 'The database or the files could not be used; the client may try again',
  'store.full': 'The disk of the data directory is full',
  'voice.unusable': 'The voice cannot speak, and no other engine speaks for it',
  'engine.unusable': 'The engine of the voice cannot run on this machine',
  'engine.crashed': 'The engine failed while it spoke',
  'engine.refused': 'The engine cannot speak this text',
  'encoder.crashed': 'The encoder of the audio failed',
  'pool.overloaded': 'All threads were busy, and the audio would have come too late',
  'pool.draining': 'The server was shutting down',
}

/** By the HTTP status, where no reason is known. */
const BY_STATUS: Readonly<Record<number, string>> = {
  400: 'The request is not valid',
  401: 'The request had no valid API key',
  403: 'The API key does not have the right for this',
  404: 'There is no such route, voice or resource',
  405: 'The route does not take this HTTP method',
  409: 'It does not fit the state of what it names',
  413: 'The text or the body is too long',
  415: 'The body has a type that this route does not read',
  429: 'The API key has reached one of its limits',
  500: 'The server failed; its log has the error',
  503: 'The server was busy or shutting down',
  507: 'The disk of the data directory is full',
}

/** Why a request was refused, in a sentence. Reasons that are sentences already stay as they are. */
export const wordsOfRefusal = ({ status, reason }: Refusal): string =>
  BY_CODE[reason as ErrorCode] ?? (reason === '' ? (BY_STATUS[status] ?? `HTTP status ${status}`) : capitalized(reason))

const capitalized = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)
