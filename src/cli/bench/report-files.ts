import { writeFile } from 'node:fs/promises'
import type { BenchmarkReport } from '../../benchmark/benchmark-report.ts'
import { reportPage } from '../../benchmark/report-page.ts'
import { openPage } from '../page-file.ts'
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
  const file = await openPage(page)
  return {
    page,
    json,
    async write(report) {
      await file.write(reportPage(report))
      await writeFile(json, `${JSON.stringify(report)}\n`)
    },
  }
}
