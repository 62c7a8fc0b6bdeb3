import { resolve } from 'node:path'
import type { Config } from './config.ts'

/** The folder of voice packs in the data directory, as an absolute path. */
export const packsFolderOf = ({ dataDir }: Pick<Config, 'dataDir'>): string => resolve(dataDir, 'packs')
