import { createTheme, type MantineColorsTuple } from '@mantine/core'

/** Shade 7 has a contrast of more than 4.5 with white. */
const frost: MantineColorsTuple = [
  '#eef7fa',
  '#dcecf2',
  '#b5d8e4',
  '#8cc4d7',
  '#68b1ca',
  '#3f9ab8',
  '#24809f',
  '#156a87',
  '#0f566e',
  '#0a4256',
]

/** Of the hue of the surfaces; Mantine's own are grey. */
const dark: MantineColorsTuple = [
  '#e6eef2',
  '#b9c6ce',
  '#8497a3',
  '#52636f',
  '#3a4954',
  '#2a363f',
  '#202b33',
  '#172027',
  '#121a20',
  '#0f161b',
]

export const theme = createTheme({
  colors: { frost, dark },
  primaryColor: 'frost',
  primaryShade: 7,
  defaultRadius: 'md',
  cursorType: 'pointer',
  respectReducedMotion: true,
  fontFamily: 'Inter, "Segoe UI", system-ui, -apple-system, "Noto Sans", "Helvetica Neue", sans-serif',
  fontFamilyMonospace: 'ui-monospace, "SF Mono", "Cascadia Mono", "Noto Sans Mono", Menlo, monospace',
  headings: { fontWeight: '600' },
})
