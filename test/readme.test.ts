import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { SETTING_LIST } from '../src/main/config.ts'

const README = readFileSync(new URL('../README.md', import.meta.url), 'utf8')

test.each(SETTING_LIST)('README.md lists $variable as the program describes it', (setting) => {
  const { variable, fallback, description } = setting
  expect(README).toContain(`| \`${variable}\` | ${fallback === '' ? '' : `\`${fallback}\` `}| ${description} |`)
})
