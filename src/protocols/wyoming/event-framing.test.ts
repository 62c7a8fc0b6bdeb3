import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { EventReader, eventBytes, type WyomingEvent } from './event-framing.ts'

/** All events in bytes that come in pieces, and the error that ends them. */
function read(pieces: readonly Buffer[]): { events: WyomingEvent[]; error?: string } {
  const reader = new EventReader()
  const events: WyomingEvent[] = []
  try {
    for (const piece of pieces) {
      reader.add(piece)
      for (let event = reader.next(); event !== undefined; event = reader.next()) events.push(event)
    }
  } catch (error) {
    return { events, error: (error as Error).message }
  }
  return { events }
}

const readLine = (...lines: string[]) => read([Buffer.from(lines.join('\n'))])

const json = fc.dictionary(
  fc.string({ maxLength: 8 }).filter((key) => key !== '__proto__'),
  fc.jsonValue({ maxDepth: 1 }),
  { maxKeys: 4 },
)
const event = fc.record({
  type: fc.string({ maxLength: 20, unit: 'binary' }),
  inline: json,
  data: json,
  payload: fc.uint8Array({ maxLength: 50 }),
})

/** An event with data in its header and in a block, as other writers make it. */
function bytesOf({ type, inline, data, payload }: { type: string; inline: object; data: object; payload: Uint8Array }) {
  const block = Buffer.from(JSON.stringify(data))
  const header = { data_length: block.length, type, payload_length: payload.length, data: inline, version: '1' }
  return Buffer.concat([Buffer.from(`${JSON.stringify(header)}\n`), block, payload])
}

describe('Wyoming events', () => {
  test('are read the same however their bytes are cut', () => {
    fc.assert(
      fc.property(fc.array(event, { maxLength: 5 }), fc.array(fc.nat(400), { maxLength: 12 }), (events, cuts) => {
        const whole = Buffer.concat(events.map(bytesOf))
        const places = [0, ...cuts.filter((cut) => cut < whole.length).sort((a, b) => a - b), whole.length]
        const pieces = places.slice(1).map((end, i) => whole.subarray(places[i], end))
        const expected = events.map(({ type, inline, data }) => ({
          type,
          data: JSON.parse(JSON.stringify({ ...inline, ...data })),
        }))
        expect(read(pieces)).toEqual({ events: expected })
      }),
    )
  })

  test('are read as they are written', () => {
    fc.assert(
      fc.property(fc.string(), json, (type, data) => {
        expect(read([eventBytes(type, data)]).events).toEqual([{ type, data: JSON.parse(JSON.stringify(data)) }])
      }),
    )
  })

  test('are written with their data in a block of its own', () => {
    expect(eventBytes('audio-stop', { timestamp: 0 }).toString()).toBe(
      '{"type":"audio-stop","version":"1.9.0","data_length":15}\n{"timestamp":0}',
    )
    expect(eventBytes('synthesize-stopped').toString()).toBe('{"type":"synthesize-stopped","version":"1.9.0"}\n')
  })

  test.each([
    ['{\n', 'header is not valid JSON'],
    ['\n', 'header is not valid JSON'],
    ['[]\n', 'header must be an object'],
    ['{}\n', 'type must be a string'],
    ['{"type":"a","data":7}\n', 'data must be an object'],
    ['{"type":"a","data_length":-1}\n', 'data_length must be a whole number'],
    ['{"type":"a","data_length":1.5}\n', 'data_length must be a whole number'],
    ['{"type":"a","payload_length":"9"}\n', 'payload_length must be a whole number'],
    ['{"type":"a","data_length":1048577}\n', 'data is too large'],
    ['{"type":"a","payload_length":1048577}\n', 'payload is too large'],
    ['{"type":"a","data_length":1}\n{', 'data is not valid JSON'],
    ['{"type":"a","data_length":1}\n1', 'data must be an object'],
    ['x'.repeat(2 ** 16 + 1), 'header is too large'],
  ])('%j is refused', (bytes, message) => {
    expect(read([Buffer.from(bytes)])).toEqual({ events: [], error: message })
  })

  test('after an event that is not one, those before it have been read', () => {
    expect(readLine('{"type":"a"}', '{"type":1}', '')).toEqual({
      events: [{ type: 'a', data: {} }],
      error: 'type must be a string',
    })
  })

  test('never fail otherwise, whatever the bytes', () => {
    fc.assert(
      fc.property(fc.array(fc.uint8Array({ maxLength: 40 })), (pieces) => {
        const { error = 'is' } = read(pieces.map((piece) => Buffer.from(piece)))
        expect(error).toMatch(/is|must/)
      }),
    )
  })

  test('hold no payload in memory, and are handed out before it has come', () => {
    const reader = new EventReader()
    reader.add(Buffer.from('{"type":"audio-chunk","payload_length":1000000}\n'))
    expect(reader.next()).toEqual({ type: 'audio-chunk', data: {} })
    for (let i = 0; i < 10; i++) {
      reader.add(Buffer.alloc(100_000))
      expect(reader.next()).toBeUndefined()
    }
    reader.add(Buffer.from('{"type":"describe"}\n'))
    expect(reader.next()).toEqual({ type: 'describe', data: {} })
  })
})
