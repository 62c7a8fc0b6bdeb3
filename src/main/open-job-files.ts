import { join, resolve } from 'node:path'
import type { JobFiles } from '../core/job-files.ts'
import { openFolderFiles } from '../files/folder-files.ts'
import type { Config } from './config.ts'

/**
 * Opens the place of the audio of jobs. Undefined if servers could share the database and not the audio. Throws an Error of
 * one line that names the variable.
 */
export async function openJobFiles(config: Config): Promise<JobFiles | undefined> {
  const { jobsBucket: bucket, jobsKeyId: accessKeyId, jobsSecretKey: secretAccessKey } = config
  if (bucket !== null) {
    const { openS3Files } = await import('../files/s3-files.ts') // loads the AWS SDK
    return openS3Files({
      bucket,
      endpoint: config.jobsEndpoint,
      region: config.jobsRegion,
      prefix: config.jobsPrefix,
      isPathStyle: config.isJobsPathStyle,
      credentials: accessKeyId === null || secretAccessKey === null ? null : { accessKeyId, secretAccessKey },
    }).catch(naming('HOARFROST_JOBS_S3_BUCKET'))
  }
  if (config.jobsDir !== null) return openFolderFiles(resolve(config.jobsDir)).catch(naming('HOARFROST_JOBS_DIR'))
  if (config.databaseUrl !== null) return undefined
  return openFolderFiles(join(resolve(config.dataDir), 'jobs')).catch(naming('HOARFROST_DATA_DIR'))
}

export const NO_JOB_FILES =
  'jobs need HOARFROST_JOBS_DIR or HOARFROST_JOBS_S3_BUCKET, because servers may share the database'

const naming =
  (variable: string) =>
  (error: Error): never => {
    // The message is complete; a cause would repeat it.
    throw new Error(`${variable} cannot be used: ${error.message}`)
  }
