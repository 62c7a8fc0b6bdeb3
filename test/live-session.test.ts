import { describe, expect, test } from 'vitest'
import { NO_MARKUP } from '../src/core/request.ts'
import { createStage } from './live-session-stage.ts'

const GRACE_MS = 500
const PAUSE_MS = 500

describe('bySentence', () => {
  test('speaks a sentence when what follows shows that it is complete', async () => {
    const { clock, reported, text } = createStage()
    for (const token of ['One1', '.', ' Two2', ' and Dr', '. Three3']) text(token)
    await clock.advance(0)
    expect(reported()).toEqual(['chunk null 1', 'words null One1.'])
    text('. ')
    await clock.advance(0)
    expect(reported()).toEqual([
      'chunk null 2',
      'chunk null 0',
      'chunk null 0',
      'chunk null 3',
      'words null Two2 and Dr. Three3.',
    ])
  })

  test('speaks what ends like a sentence when nothing comes after it, and nothing else without a flush', async () => {
    const { clock, reported, text } = createStage()
    text('One1.')
    await clock.advance(PAUSE_MS - 1)
    expect(reported()).toEqual([])
    await clock.advance(1)
    expect(reported()).toEqual(['chunk null 1', 'words null One1.'])
    text(' Two2 and Dr.')
    await clock.advance(60_000)
    expect(reported().filter((line) => line !== 'done null')).toEqual([])
  })

  test('speaks a sentence at once when a space follows it, since nothing else can belong to it', async () => {
    const { clock, reported, text } = createStage()
    text('One1. ')
    await clock.advance(0)
    expect(reported()).toEqual(['chunk null 1', 'words null One1.'])
  })

  test('waits for half a second after the last text, not after what was spoken, and no longer for an empty one', async () => {
    const { clock, spoken, text } = createStage({ nextDelayMs: () => 300 })
    text('One1. Two2.')
    await clock.advance(PAUSE_MS - 1)
    text('')
    expect(spoken.map((one) => one.text)).toEqual(['One1. '])
    await clock.advance(1)
    expect(spoken.map((one) => one.text)).toEqual(['One1. ', 'Two2.'])
  })

  test.each(['flush', 'eos'] as const)('%s ends the wait at once', async (kind) => {
    const { clock, reported, text, command } = createStage()
    text('It is 12.')
    command(kind)
    await clock.advance(0)
    expect(reported().filter((line) => line.startsWith('words'))).toEqual(['words null It is 12.'])
  })

  test('a number that is still being written is not parted', async () => {
    const { clock, reported, text, command } = createStage()
    for (const token of ['It is 2', '.', '5 miles.']) {
      text(token)
      await clock.advance(50)
    }
    command('flush')
    await clock.advance(0)
    expect(reported().filter((line) => line.startsWith('words'))).toEqual(['words null It is 2.5 miles.'])
  })

  test('what a flush finds is spoken as it stands, sentence by sentence, and one done comes last', async () => {
    const { clock, reported, text, command } = createStage()
    text('One1. Two2')
    command('flush')
    await clock.advance(10_000)
    expect(reported()).toEqual(['chunk null 1', 'words null One1.', 'chunk null 2', 'words null Two2', 'done null'])
  })

  test('a flush with nothing owed emits nothing', async () => {
    const { clock, reported, text, command } = createStage()
    command('flush')
    text(' ')
    command('flush')
    text('One1.')
    command('flush')
    command('flush')
    await clock.advance(10_000)
    expect(reported()).toEqual(['chunk null 1', 'words null One1.', 'done null'])
    command('flush')
    await clock.advance(10_000)
    expect(reported()).toEqual([])
  })

  test('without a flush the turn ends when its audio has been heard and the grace is over', async () => {
    const { clock, reported, text } = createStage()
    text('One1 Two2. ')
    await clock.advance(200 + GRACE_MS - 1)
    expect(reported()).toEqual(['chunk null 1', 'chunk null 2', 'words null One1 Two2.'])
    await clock.advance(1)
    expect(reported()).toEqual(['done null'])
    await clock.advance(60_000)
    expect(reported()).toEqual([])
  })

  test('new text before that goes on with the turn, however fast the engine is', async () => {
    const { clock, reported, text, command } = createStage()
    for (const sentence of ['One1. ', 'Two2. ', 'Three3. ']) {
      text(sentence, 'a')
      await clock.advance(GRACE_MS)
    }
    command('flush')
    await clock.advance(0)
    expect(reported().filter((line) => line.startsWith('done'))).toEqual(['done a'])
  })

  test('O done: a sentence that is not complete holds up no turn, and is spoken in the next one', async () => {
    const { clock, reported, text, command } = createStage()
    text('One1. Two2 and')
    await clock.advance(60_000)
    expect(reported()).toEqual(['chunk null 1', 'words null One1.', 'done null'])
    text(' three.')
    await clock.advance(100)
    command('flush')
    await clock.advance(0)
    expect(reported().filter((line) => !line.startsWith('chunk null 0'))).toEqual([
      'chunk null 2',
      'words null Two2 and three.',
      'done null',
    ])
    await clock.advance(60_000)
    expect(reported()).toEqual([])
  })

  test('what waits to become a sentence has no turn of its own until it is spoken', async () => {
    const { clock, reported, text } = createStage()
    text('One1 and')
    await clock.advance(60_000)
    expect(reported()).toEqual([])
  })
})

describe('immediate', () => {
  test.each([
    ['<12', '00> Two2 ', { pauses: true }],
    ['{h', '1Elo} Two2 ', { phonemes: true }],
    ['[Two', '2]', { inlineRates: [1] }],
  ])('markup that comes in pieces (%s, %s) is acted on whole', async (first, second, flags) => {
    const markup = { pauses: false, breaks: false, cues: true, phonemes: false, inlineRates: [], ...flags }
    const { clock, spoken, text } = createStage({ segmentation: 'immediate', markup })
    text(`One1 ${first}`)
    await clock.advance(10)
    text(second)
    await clock.advance(10)
    expect(spoken.map((segment) => segment.text)).toEqual(['One1 ', first + second])
  })

  test('speaks at once when idle, else everything gathered when the current one ends', async () => {
    const { clock, reported, text, command } = createStage({ segmentation: 'immediate', nextDelayMs: () => 100 })
    text('One1 ')
    await clock.advance(50)
    text('Two2 ')
    text('Three3 ')
    await clock.advance(400)
    expect(reported()).toEqual([
      'chunk null 1',
      'words null One1',
      'chunk null 2',
      'chunk null 3',
      'words null Two2 Three3',
    ])
    command('flush')
    await clock.advance(0)
    expect(reported()).toEqual(['done null'])
  })
})

describe('O done: a turn of a client that has sent a context or a flush', () => {
  const untilDone = (lines: readonly string[]) => lines.filter((line) => !/^(?:chunk|words)/.test(line))

  test.each([
    ['bySentence', 'a context'],
    ['bySentence', 'a flush'],
    ['immediate', 'a context'],
    ['immediate', 'a flush'],
  ] as const)('%s: goes on over any pause where it has sent %s', async (segmentation, what) => {
    const { clock, reported, text, command } = createStage({ segmentation })
    if (what === 'a flush') command('flush')
    const contextId = what === 'a context' ? 'a' : undefined
    text('One moment. ', contextId)
    await clock.advance(600_000)
    text('Here it is. ', contextId)
    await clock.advance(600_000)
    expect(untilDone(reported())).toEqual([])
    command('flush')
    command('flush')
    await clock.advance(600_000)
    expect(untilDone(reported())).toEqual([contextId === undefined ? 'done null' : 'done a'])
  })

  test.each(['clear', 'eos'] as const)('takes a context of %s for one', async (kind) => {
    const { clock, reported, text, command } = createStage()
    if (kind === 'clear') command('clear', 'a')
    text('One1. ')
    await clock.advance(60_000)
    if (kind === 'eos') command('eos', 'a')
    await clock.advance(60_000)
    expect(untilDone(reported())).toEqual(kind === 'eos' ? ['done null', 'close finished'] : [])
  })

  test('is ended by the first flush that comes in its middle, and those after it by flushes alone', async () => {
    const { clock, reported, text, command } = createStage()
    text('One1. ')
    await clock.advance(GRACE_MS)
    text('Two2. ')
    command('flush')
    await clock.advance(60_000)
    expect(untilDone(reported())).toEqual(['done null'])
    text('Three3. ')
    await clock.advance(60_000)
    expect(untilDone(reported())).toEqual([])
  })

  test('holds a stream of the pool while it waits, and lets go of it at the flush', async () => {
    const { clock, text, command, openTurns } = createStage()
    text('One1. ', 'a')
    await clock.advance(60_000)
    expect(openTurns()).toBe(1)
    command('flush')
    await clock.advance(0)
    expect(openTurns()).toBe(0)
  })
})

test('where turns end by flushes, each flush has a done, and time ends no turn', async () => {
  const { clock, reported, text, command } = createStage({ endsTurnsByFlush: true, hasWordTimes: false })
  command('flush')
  await clock.advance(0)
  expect(reported()).toEqual(['done null'])
  text('One1. Two2')
  await clock.advance(60_000)
  text(' three3.')
  await clock.advance(60_000)
  expect(reported()).toEqual(['chunk null 1', 'chunk null 2', 'chunk null 3'])
  command('flush')
  command('flush')
  await clock.advance(0)
  expect(reported()).toEqual(['done null', 'done null'])
})

test('complete speaks the text so far, and the turn goes on', async () => {
  const { clock, reported, text, session, command } = createStage({ endsTurnsByFlush: true, hasWordTimes: false })
  text('One1 two2')
  session.take({ kind: 'complete', contextId: undefined })
  await clock.advance(0)
  expect(reported()).toEqual(['chunk null 1', 'chunk null 2'])
  text(' three3')
  command('flush')
  await clock.advance(60_000)
  expect(reported()).toEqual(['chunk null 3', 'done null'])
})

describe('never', () => {
  test('speaks at a flush alone, each answered by exactly one done', async () => {
    const { clock, reported, text, command } = createStage({ segmentation: 'never' })
    text('One1. ')
    text('Two2.')
    await clock.advance(60_000)
    expect(reported()).toEqual([])
    command('flush')
    command('flush')
    await clock.advance(60_000)
    expect(reported()).toEqual(['chunk null 1', 'chunk null 2', 'words null One1. Two2.', 'done null', 'done null'])
  })

  test('audio and done carry the context that is in force at the flush', async () => {
    const { clock, reported, text, command } = createStage({ segmentation: 'never' })
    text('One1. ', 'a')
    text('Two2.', 'b')
    command('flush')
    text('Three3.', 'c')
    command('flush', 'd')
    await clock.advance(0)
    expect(reported()).toEqual([
      'chunk b 1',
      'chunk b 2',
      'words b One1. Two2.',
      'done b',
      'chunk d 3',
      'words d Three3.',
      'done d',
    ])
  })

  test('the limit of a text holds for all of a flush', async () => {
    const { clock, reported, text, command } = createStage({ segmentation: 'never', maxTextLength: 10 })
    text('1234567890')
    command('flush')
    text('12345')
    text('67890')
    expect(reported()).toEqual([])
    text('1')
    expect(reported()).toEqual(['close failed'])
    await clock.advance(0)
    expect(reported()).toEqual([])
  })
})

describe('contexts', () => {
  test('the last one stays in force, and is null until one is sent', async () => {
    const { clock, reported, text, command } = createStage()
    text('One1. ')
    await clock.advance(0)
    text('Two2. ', 'a')
    text('Three3. ')
    command('flush')
    await clock.advance(0)
    expect(reported().filter((line) => !line.startsWith('words'))).toEqual([
      'chunk null 1',
      'chunk a 2',
      'chunk a 3',
      'done a',
    ])
  })

  test('what was sent in another one is spoken in that, incomplete as it is, and the turn goes on', async () => {
    const { clock, reported, text, command } = createStage()
    text('One1. And', 'a')
    text('Two2.', 'b')
    command('flush')
    await clock.advance(0)
    expect(reported().filter((line) => !line.startsWith('words'))).toEqual([
      'chunk a 1',
      'chunk a 0',
      'chunk b 2',
      'done b',
    ])
  })

  test('what was sent without one is spoken without one if it needs nothing more', async () => {
    const { clock, reported, text, command } = createStage()
    text('One1 is the first.')
    text('two2 is the second.', 'a')
    command('flush')
    await clock.advance(0)
    expect(reported().filter((line) => !line.startsWith('chunk'))).toEqual([
      'words null One1 is the first.',
      'words a two2 is the second.',
      'done a',
    ])
  })

  test('events keep the context in force when their audio was requested', async () => {
    const { clock, reported, text } = createStage({ nextDelayMs: () => 100 })
    text('One1 Two2. ', 'a')
    await clock.advance(50)
    text('Three3', 'b')
    await clock.advance(200)
    expect(reported()).toEqual(['chunk a 1', 'chunk a 2', 'words a One1 Two2.'])
  })
})

describe('clear', () => {
  test('drops the buffer, what is queued and what is being spoken, without a done', async () => {
    const { clock, reported, text, command, openTurns } = createStage({ nextDelayMs: () => 100 })
    text('One1 Two2 Three3. Four4. And')
    command('flush')
    await clock.advance(250)
    expect(reported()).toEqual(['chunk null 1', 'chunk null 2'])
    command('clear')
    expect(openTurns()).toBe(0)
    await clock.advance(60_000)
    expect(reported()).toEqual([])
    text('Five5.')
    command('flush')
    await clock.advance(60_000)
    expect(reported()).toEqual(['chunk null 5', 'words null Five5.', 'done null'])
  })

  test('is silent on an idle socket', async () => {
    const { clock, reported, text, command } = createStage()
    command('clear')
    text('One1.')
    command('flush')
    await clock.advance(0)
    reported()
    command('clear')
    await clock.advance(60_000)
    expect(reported()).toEqual([])
  })

  test('what a new turn says is not held up by the engine that is still at the old one', async () => {
    const delays = [10_000, 0, 0]
    const { clock, reported, text, command } = createStage({ nextDelayMs: () => delays.shift() ?? 0 })
    text('One1. ')
    await clock.advance(1)
    command('clear')
    text('Two2. ')
    await clock.advance(0)
    expect(reported()).toEqual(['chunk null 2', 'words null Two2.'])
    await clock.advance(60_000)
    expect(reported()).toEqual(['done null'])
  })

  test('takes a context as any message does', async () => {
    const { clock, reported, text, command } = createStage()
    command('clear', 'a')
    text('One1. ')
    await clock.advance(0)
    expect(reported()).toEqual(['chunk a 1', 'words a One1.'])
  })

  test('works while the client does not read', async () => {
    const { clock, reported, text, command, setReading } = createStage()
    setReading(false)
    text('One1. Two2. ')
    await clock.advance(1000)
    command('clear')
    text('Three3. ')
    setReading(true)
    await clock.advance(0)
    expect(reported()).toEqual(['chunk null 3', 'words null Three3.'])
  })
})

describe.each(['bySentence', 'immediate', 'never'] as const)('an empty text in %s', (segmentation) => {
  test.each(['flush', 'eos'] as const)('does not hold up what comes after a %s', async (kind) => {
    const { clock, reported, text, command } = createStage({ segmentation })
    text('One1. ', 'a')
    text('', 'a')
    command('flush')
    text('', 'b')
    command(kind)
    text('Two2. ')
    command('eos')
    await clock.advance(60_000)
    const empty = segmentation === 'never' ? ['done b'] : []
    expect(reported().filter((line) => !line.startsWith('words'))).toEqual([
      'chunk a 1',
      'done a',
      ...(kind === 'flush' ? [...empty, 'chunk b 2', 'done b'] : []),
      'close finished',
    ])
  })
})

describe('eos', () => {
  test('speaks the rest, sends done and closes', async () => {
    const { clock, reported, text, command, openTurns } = createStage()
    text('One1. Two2')
    command('eos')
    text('Three3. ')
    command('flush')
    await clock.advance(60_000)
    expect(reported()).toEqual([
      'chunk null 1',
      'words null One1.',
      'chunk null 2',
      'words null Two2',
      'done null',
      'close finished',
    ])
    expect(openTurns()).toBe(0)
  })

  test.each(['bySentence', 'immediate', 'never'] as const)(
    'closes at once where nothing is owed (%s)',
    async (segmentation) => {
      const { clock, reported, command } = createStage({ segmentation })
      command('eos')
      await clock.advance(0)
      expect(reported()).toEqual(['close finished'])
    },
  )

  test.each(['bySentence', 'immediate', 'never'] as const)(
    'closes after white space alone (%s)',
    async (segmentation) => {
      const { clock, reported, text, command } = createStage({ segmentation })
      text(' ')
      command('eos')
      await clock.advance(0)
      expect(reported()).toEqual(['close finished'])
    },
  )

  test('speaks what never was flushed', async () => {
    const { clock, reported, text, command } = createStage({ segmentation: 'never' })
    text('One1')
    command('eos')
    await clock.advance(0)
    expect(reported()).toEqual(['chunk null 1', 'words null One1', 'done null', 'close finished'])
  })

  test('closes without more where a clear comes after it', async () => {
    const { clock, reported, text, command } = createStage({ nextDelayMs: () => 100 })
    text('One1.')
    command('eos')
    command('clear')
    await clock.advance(60_000)
    expect(reported()).toEqual(['close finished'])
  })
})

describe('timestamps', () => {
  test('T-10: come after the last chunk of their segment, and their last end is its length', async () => {
    const { clock, events, text, command } = createStage()
    text('One, two — three! ')
    command('flush')
    await clock.advance(0)
    expect(events.map(({ kind }) => kind)).toEqual(['chunk', 'chunk', 'chunk', 'timestamps', 'done'])
    expect(events[3]).toMatchObject({
      times: { words: ['One,', 'two', '—', 'three!'], start: [0, 0.1, 0.2, 0.2], end: [0.1, 0.2, 0.2, 0.3] },
    })
  })

  test.each([
    ['segment', [0, 0.1], [0, 0.1], [0]],
    ['turn', [0, 0.1], [0.2, 0.3], [0]],
  ] as const)('O: count from the start of the %s', async (timesFrom, first, second, third) => {
    const { clock, events, text, command } = createStage({ timesFrom })
    text('One two. Three four. ', 'a')
    await clock.advance(30_000)
    command('flush')
    text('Five. ')
    command('flush')
    await clock.advance(0)
    const times = events.flatMap((event) => (event.kind === 'timestamps' ? [event.times] : []))
    expect(times.map(({ start }) => start)).toEqual([first, second, third])
    for (const { start, end } of times) expect(start.slice(1)).toEqual(end.slice(0, -1))
  })

  test('are left out where they are not wanted', async () => {
    const { clock, reported, text } = createStage({ hasWordTimes: false, nextDelayMs: () => 100 })
    text('One1 Two2. ')
    await clock.advance(100)
    expect(reported()).toEqual(['chunk null 1'])
  })

  test('a text with nothing to speak is a short silence', async () => {
    const { clock, events, text, command } = createStage()
    text('😀 …')
    command('flush')
    await clock.advance(0)
    expect(events).toEqual([
      { kind: 'chunk', bytes: new Uint8Array(40), durationMs: 200, contextId: null },
      { kind: 'timestamps', times: { words: ['😀', '…'], start: [0, 0], end: [0, 0.2] }, contextId: null },
      { kind: 'done', contextId: null },
    ])
  })
})

describe('failures', () => {
  test('what is malformed answers an error in the context in force, and changes nothing else', async () => {
    const { clock, reported, session, text, command } = createStage()
    session.take({ kind: 'malformed', message: 'message is not valid JSON', contextId: undefined })
    text('One1.', 'a')
    session.take({ kind: 'malformed', message: 'text must be a string', contextId: 'a' })
    command('flush')
    await clock.advance(0)
    expect(reported()).toEqual([
      'error null message is not valid JSON',
      'error a text must be a string',
      'chunk a 1',
      'words a One1.',
      'done a',
    ])
  })

  test('a text that cannot be read answers an error, and the others are spoken', async () => {
    const { clock, reported, text, command } = createStage()
    text('One1. {X}. Two2.')
    command('flush')
    await clock.advance(0)
    expect(reported()).toEqual([
      'chunk null 1',
      'words null One1.',
      'error null phoneme "{" at place 1',
      'chunk null 2',
      'words null Two2.',
      'done null',
    ])
  })

  test('a failure of the engine closes', async () => {
    const { clock, reported, text, openTurns } = createStage()
    text('One1. Crash. Two2. ')
    await clock.advance(60_000)
    expect(reported()).toEqual(['chunk null 1', 'words null One1.', 'close failed'])
    expect(openTurns()).toBe(0)
  })

  test('a text that is too long closes, and so does more than is held', () => {
    const long = createStage({ maxTextLength: 5 })
    long.text('😀😀😀😀😀')
    expect(long.reported()).toEqual([])
    long.text('123456')
    expect(long.reported()).toEqual(['close failed'])
    const many = createStage({ maxPendingLength: 10_000, segmentation: 'never' })
    for (let i = 0; i < 9000; i++) many.text('a')
    expect(many.reported()).toEqual([])
    for (let i = 0; i < 100; i++) many.command('flush')
    many.text('a')
    expect(many.reported()).toEqual(['close failed'])
  })

  test('what waits is counted by what it is: thousands of short turns are not too long, contexts of their own are', async () => {
    const short = createStage({ nextDelayMs: () => 1 })
    for (let i = 0; i < 500; i++) {
      short.text('Hi. ')
      short.command('flush')
    }
    await short.clock.advance(2000)
    expect(short.reported().filter((line) => line === 'done null')).toHaveLength(500)
    const contexts = createStage()
    for (let i = 0; i < 100; i++) {
      contexts.text('Hi.')
      contexts.command('flush', `${i}`.padEnd(1000))
    }
    expect(contexts.reported()).toEqual(['close failed'])
  })
})

describe('a slow reader', () => {
  test('makes synthesis wait', async () => {
    const { clock, reported, text, setReading, heldSamples } = createStage()
    setReading(false)
    text('One1 Two2 Three3 Four4 Five5 Six6. '.repeat(50))
    await clock.advance(60_000)
    expect(reported()).toEqual([])
    expect(heldSamples()).toBeLessThanOrEqual(20)
    setReading(true)
    await clock.advance(0)
    expect(reported().filter((line) => line.startsWith('chunk'))).toHaveLength(300)
  })
})

describe('draining', () => {
  test('O done: waits for the flush of a client that ends its turns itself', async () => {
    const { clock, reported, text, session, command } = createStage()
    text('One1. ', 'a')
    await clock.advance(60_000)
    session.drain()
    await clock.advance(60_000)
    expect(reported()).toEqual(['chunk a 1', 'words a One1.'])
    command('flush')
    await clock.advance(0)
    expect(reported()).toEqual(['done a', 'close draining'])
  })

  test('closes at once where nothing is owed, else after the turn', async () => {
    const idle = createStage()
    idle.session.drain()
    expect(idle.reported()).toEqual(['close draining'])

    const { clock, reported, text, session } = createStage()
    text('One1. ')
    await clock.advance(0)
    session.drain()
    text('Two2. ')
    await clock.advance(60_000)
    expect(reported().slice(-3)).toEqual(['words null Two2.', 'done null', 'close draining'])
  })

  test('waits for the flush of what is not flushed', async () => {
    const { clock, reported, text, session, command } = createStage({ segmentation: 'never' })
    text('One1.')
    session.drain()
    await clock.advance(1000)
    expect(reported()).toEqual([])
    command('flush')
    await clock.advance(0)
    expect(reported()).toEqual(['chunk null 1', 'words null One1.', 'done null', 'close draining'])
  })
})

test.each(['before any text', 'in the buffer', 'in flight', 'unread', 'in the grace', 'after done'] as const)(
  'a client that goes away %s leaves nothing behind',
  async (when) => {
    const { clock, reported, text, command, session, setReading, openTurns } = createStage({
      nextDelayMs: () => (when === 'in flight' ? 100 : 0),
    })
    if (when === 'in the buffer') text('One1.')
    if (when === 'unread') setReading(false)
    if (when === 'in flight' || when === 'unread' || when === 'in the grace') text('One1 Two2. ')
    if (when === 'after done') {
      text('One1.')
      command('flush')
    }
    await clock.advance(50)
    reported()
    session[Symbol.dispose]()
    setReading(true)
    await clock.advance(60_000)
    expect([reported(), openTurns(), clock.waiting]).toEqual([[], 0, 0])
    text('Two2. ')
    command('eos')
    session.drain()
    await clock.advance(60_000)
    expect([reported(), openTurns(), clock.waiting]).toEqual([[], 0, 0])
  },
)

describe('texts', () => {
  test('are spoken one after the other with what holds for each', async () => {
    const { clock, spoken, text, command } = createStage({ markup: { ...NO_MARKUP, inlineRates: [3] } })
    text('[One1]. Two2 [two]. ', undefined, { ...NO_MARKUP, inlineRates: [1.5, 2] })
    text('[Three3] and ')
    text('[three]')
    command('flush')
    await clock.advance(0)
    expect(spoken.map((one) => [one.text, one.markup.inlineRates])).toEqual([
      ['[One1]. ', [1.5, 2]],
      ['Two2 [two]. ', [2]],
      ['[Three3] and [three]', [3]],
    ])
  })

  test('know whether audio precedes them and more may follow', async () => {
    const { clock, spoken, text, command } = createStage()
    text('One1. Two2. Three3')
    await clock.advance(0)
    command('flush')
    text('Four4')
    command('flush')
    await clock.advance(0)
    expect(spoken.map((one) => [one.isContinued, one.isOpenEnded])).toEqual([
      [false, true],
      [true, true],
      [true, false],
      [false, false],
    ])
  })

  test('that are one are spoken as one', async () => {
    const { clock, spoken, text, command } = createStage()
    const markup = { ...NO_MARKUP, phonemes: true }
    for (const token of ['Hello ', '{h0El1o}', ' you']) text(token, undefined, { ...markup })
    command('flush')
    await clock.advance(0)
    expect(spoken.map((one) => one.text)).toEqual(['Hello {h0El1o} you'])
  })
})

// Searching all pending text for each piece would take minutes.
test.each([
  ['a long text until it is flushed', 'never', 'word '.repeat(1_000_000), 'a'],
  ['white space while a sentence is spoken', 'bySentence', ' '.repeat(5_000_000), ' '],
] as const)('pieces are added at once to %s', { timeout: 20_000 }, async (_, segmentation, long, piece) => {
  const { text, reported } = createStage({
    segmentation,
    maxPendingLength: Number.POSITIVE_INFINITY,
    nextDelayMs: () => 100,
  })
  text('One. ')
  text(long)
  for (let i = 0; i < 10_000; i++) text(piece)
  expect(reported()).toEqual([])
})
