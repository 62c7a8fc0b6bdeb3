import type { Finding } from '../app/client-checks.ts'
import { deadline } from '../core/abort.ts'
import { type Check, misbehaving, Problem, type Target } from './check.ts'

const CHECK_MS = 15_000

/** Runs the checks one after the other. Those in `needed` come first; the rest is left out if one of them fails. */
export async function* runChecks(
  { needed, checks }: { readonly needed: readonly Check[]; readonly checks: readonly Check[] },
  target: Target,
  signal: AbortSignal,
): AsyncGenerator<Finding> {
  for (const check of needed) {
    const finding = await runCheck(check, target, signal)
    yield finding
    if (finding.outcome === 'failed') return
  }
  for (const check of checks) yield await runCheck(check, target, signal)
}

async function runCheck(check: Check, target: Target, signal: AbortSignal): Promise<Finding> {
  using limit = deadline(signal, CHECK_MS)
  try {
    const detail = await check.run(target, limit)
    return { check: check.name, outcome: 'passed', detail, hint: null }
  } catch (error) {
    signal.throwIfAborted()
    const { message, hint, isWarning } = error instanceof Problem ? error : misbehaving('the answer cannot be read')
    return { check: check.name, outcome: isWarning ? 'warning' : 'failed', detail: message, hint }
  }
}
