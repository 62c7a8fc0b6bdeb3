import { NO_MARKUP } from '../src/core/request.ts'

/** How texts of training are planned: normalized, without markup, at the usual rate. */
export const READING_PLAN = {
  rate: 1,
  markup: NO_MARKUP,
  isNormalized: true,
  isBusy: false,
  isContinued: true,
} as const
