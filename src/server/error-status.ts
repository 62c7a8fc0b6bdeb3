import type { ErrorCode } from '../core/errors.ts'

export const HTTP_STATUS = {
  'request.invalid': 400,
  'request.too-large': 413,
  'format.unsupported': 406,
  'speaker.unknown': 400,
  'language.unsupported': 400,
  'key.missing': 401,
  'key.empty': 401,
  'key.invalid': 401,
  'key.forbidden': 403,
  'key.limited': 429,
  'dictionary.unknown': 404,
  'dictionary.judged': 409,
  'store.busy': 503,
  'store.full': 507,
  'voice.unusable': 500,
  'engine.unusable': 500,
  'engine.crashed': 500,
  'encoder.crashed': 500,
  'pool.overloaded': 503,
  'pool.draining': 503,
} as const satisfies Record<ErrorCode, number>
