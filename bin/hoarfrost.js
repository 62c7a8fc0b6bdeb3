#!/usr/bin/env node
// Plain JavaScript, and nothing but Node's own modules above the check: a version that is too old has to parse and run it.
import { existsSync, readFileSync } from 'node:fs'

const { engines } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'))
const needed = engines.node.replace('>=', '')
const isNewEnough = process.versions.node.localeCompare(needed, 'en', { numeric: true }) >= 0

if (isNewEnough) {
  // A clone has the sources, an installed package does not.
  if (existsSync(new URL('../src', import.meta.url))) {
    const { buildIfChanged } = await import('../scripts/build.js')
    await buildIfChanged()
  }
  await import('../dist/main/cli.js')
} else {
  process.stderr.write(`hoarfrost needs Node ${needed} or newer; this is ${process.versions.node}\n`)
  process.exitCode = 1
}
