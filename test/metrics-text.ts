/**
 * The samples of a text in the Prometheus format, by name and labels as they are written. Throws for a line that is
 * none, a sample without a type before it, or one that comes twice.
 */
export function readMetrics(text: string): ReadonlyMap<string, number> {
  const samples = new Map<string, number>()
  const types = new Map<string, string>()
  for (const line of text.split('\n').filter((one) => one !== '')) {
    const type = /^# TYPE ([a-z_:][\w:]*) (counter|gauge|histogram|summary)$/i.exec(line)
    if (type) types.set(String(type[1]), String(type[2]))
    if (type || /^# HELP [a-z_:][\w:]* .+$/i.test(line)) continue
    const sample = /^([a-z_:][\w:]*)(\{(?:[a-z_]\w*="(?:[^"\\]|\\.)*",?)+\})? (\S+)$/i.exec(line)
    const [, name = '', labels = '', value = ''] = sample ?? []
    const isTyped = types.has(name) || types.get(name.replace(/_(bucket|sum|count)$/, '')) === 'histogram'
    const number = value === '+Inf' ? Number.POSITIVE_INFINITY : Number(value)
    if (!isTyped || samples.has(name + labels) || (Number.isNaN(number) && value !== 'Nan')) throw new Error(line)
    samples.set(name + labels, number)
  }
  return samples
}
