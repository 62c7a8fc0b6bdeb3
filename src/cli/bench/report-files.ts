import { access, constants, stat, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { BenchmarkReport } from '../../benchmark/benchmark-report.ts'
import { reportPage } from '../../benchmark/report-page.ts'
import { UsageError } from '../usage-error.ts'

/** Where a report is written. */
export interface ReportFiles {
  readonly page: string
  /** Beside the page. */
  readonly json: string
  write(report: BenchmarkReport): Promise<void>
}

/** Throws an Error of one line if the files could not be written: before the measurement rather than after it. */
export async function openReportFiles(out: string | undefined): Promise<ReportFiles> {
  const page = out ?? `hoarfrost-bench-${new Date().toISOString().slice(0, 19).replaceAll(':', '')}.html`
  const json = `${page.replace(/\.html?$/i, '')}.json`
  if (/\.json$/i.test(page)) throw new UsageError(`${page}: the page is HTML; the JSON is written beside it`)
  const folder = dirname(page)
  await access(folder, constants.W_OK).catch(() => {
    throw new Error(`${folder} does not exist, or cannot be written by this user`)
  })
  if ((await stat(page).catch(() => undefined))?.isDirectory()) throw new Error(`${page} is a directory`)
  return {
    page,
    json,
    async write(report) {
      await writeFile(page, reportPage(report))
      await writeFile(json, `${JSON.stringify(report)}\n`)
    },
  }
}
