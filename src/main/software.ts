import { readVersion } from '../server/version.ts'
import type { Config } from './config.ts'

/** This program as the marks of audio name it; undefined if audio is not marked. */
export const softwareOf = ({ isMarked }: Pick<Config, 'isMarked'>): string | undefined =>
  isMarked ? `Hoarfrost ${readVersion()}` : undefined
