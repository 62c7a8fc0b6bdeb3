import 'uplot/dist/uPlot.min.css'
import { useEffect, useRef } from 'react'
import UPlot from 'uplot'

/** The value of a custom property of CSS, by the theme of the moment. */
export type ColourOf = (name: string) => () => string

/** What a plot shows, its width and height aside. Has to be the same object or function as long as nothing but the data changes. */
export type PlotOptions = (colour: ColourOf, axis: UPlot.Axis) => Omit<UPlot.Options, 'width' | 'height'>

/** A plot in the element of the returned ref, as wide as that and in the colours of the theme. */
export function usePlot(heightPx: number, options: PlotOptions, data: UPlot.AlignedData) {
  const place = useRef<HTMLDivElement>(null)
  const chart = useRef<UPlot>(null)
  const latest = useRef(data)
  useEffect(() => {
    latest.current = data
    chart.current?.setData(data)
  }, [data])
  useEffect(() => {
    const element = place.current
    if (element === null) return
    const colour: ColourOf = (name) => () => getComputedStyle(element).getPropertyValue(name)
    const lines = { stroke: colour('--line'), width: 1 }
    const axis = { stroke: colour('--quiet'), grid: lines, ticks: lines }
    const size = () => ({ width: element.clientWidth, height: heightPx })
    const made = new UPlot({ ...options(colour, axis), ...size() }, latest.current, element)
    chart.current = made
    const fit = new ResizeObserver(() => made.setSize(size()))
    fit.observe(element)
    const theme = new MutationObserver(() => made.redraw(false, true))
    theme.observe(document.documentElement, { attributeFilter: ['data-mantine-color-scheme'] })
    return () => {
      fit.disconnect()
      theme.disconnect()
      made.destroy()
      chart.current = null
    }
  }, [heightPx, options])
  return place
}
