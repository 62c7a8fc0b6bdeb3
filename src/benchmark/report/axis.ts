import { type Html, html } from '../../core/html.ts'

/** Width of the plots in their own units; they are stretched to that of the page. */
export const WIDTH = 1000

/** A linear scale from 0 that ends at a round number. */
export interface Scale {
  /** In units of `WIDTH`. */
  readonly at: (value: number) => number
  readonly axis: (unit: string) => Html
}

const STEPS = [1, 2, 2.5, 5, 10]
const MAX_TICKS = 6

export function scaleTo(max: number): Scale {
  const power = 10 ** Math.floor(Math.log10(Math.max(max, 1e-3) / MAX_TICKS))
  const step = (STEPS.find((each) => each * power * MAX_TICKS >= max) ?? 10) * power
  const count = Math.max(1, Math.ceil(max / step))
  const end = count * step
  const ticks = Array.from({ length: count + 1 }, (_, i) => i * step)
  return {
    at: (value) => Math.round((WIDTH * 100 * value) / end) / 100,
    axis: (unit) =>
      html`<div class="axis">${ticks.map(
        (value, i) =>
          html`<span style="left:${(100 * value) / end}%">${Number(value.toPrecision(6))}${i === count && ` ${unit}`}</span>`,
      )}</div>`,
  }
}
