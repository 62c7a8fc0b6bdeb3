import type { FrontFunction } from './wasm-binary.ts'
import { leb128 } from './wasm-binary.ts'

/** Name of the global that holds the cache's address. */
export const CACHE_GLOBAL_NAME = 'feature_cache'
/** Each slot holds a path, a state, the value, and an unused word. */
export const CACHE_SLOT = { count: 256, bytes: 16 } as const

/** Address of "mcep_link" in the pinned binary: the relation between a model state and its frames. */
const RELATION_ADDRESS = 150_388
/** Identifies paths that lead from a frame through its state, "R:mcep_link.parent...". */
const MARK_OF_PATH = { offset: 9, text: 'nk.p' } as const

const I32 = 0x7f
const NO_RESULT = 0x40
const OP = {
  if: 0x04,
  end: 0x0b,
  return: 0x0f,
  call: 0x10,
  get: 0x20,
  set: 0x21,
  tee: 0x22,
  getGlobal: 0x23,
  load: 0x28,
  store: 0x36,
  const: 0x41,
  eqz: 0x45,
  eq: 0x46,
  ne: 0x47,
  add: 0x6a,
  and: 0x71,
  or: 0x72,
} as const

/** Parameters (item, path, to an item?) and local variables. */
const [ITEM, PATH, TO_ITEM, STATE, SLOT, VALUE] = [0, 1, 2, 3, 4, 5]
const OFFSET = { path: 0, state: 4, value: 8 } as const

/**
 * A cache in front of Flite's lookup of features by path. The lookup compares names and takes some 70 % of the prediction
 * of an utterance. Nearly all lookups are made for every frame of 5 ms, though the answer is the same for all frames of a
 * model state (some five). So a path through the state is looked up once per state:
 *
 *     if (!toItem && path goes through the state) {
 *       state = item_parent(item_as(item, "mcep_link"))
 *       slot = cache + (path & 0xff0)
 *       if (slot.path == path && slot.state == state) return slot.value
 *     }
 *     value = internal_ff(item, path, toItem)
 *     if (slot) { delete_val(slot.value); *slot = { path, state, val_inc_refcount(value) } }
 *     return value
 *
 * Paths are compared by address, since all of them are constants. The cache must be cleared before each utterance, because
 * its states may have the addresses of the last one's.
 */
export const CACHED_FEATURES: FrontFunction = {
  behind: 'internal_ff',
  calls: ['item_as', 'item_parent', 'delete_val', 'val_inc_refcount'],
  globalName: CACHE_GLOBAL_NAME,
  bodyOf: (behind, [itemAs = 0, itemParent = 0, deleteValue = 0, countReference = 0], cache) => [
    ...[1, 3, I32],
    ...[...get(TO_ITEM), ...load(PATH, MARK_OF_PATH.offset), ...constant(numberOf(MARK_OF_PATH.text)), OP.ne, OP.or],
    ...[OP.eqz, OP.if, NO_RESULT],
    ...[...get(ITEM), ...constant(RELATION_ADDRESS), ...call(itemAs), ...call(itemParent), OP.set, STATE],
    ...[OP.getGlobal, ...leb128(cache), ...get(PATH), ...constant((CACHE_SLOT.count - 1) * CACHE_SLOT.bytes), OP.and],
    ...[OP.add, OP.tee, SLOT, ...[OP.load, 0, OFFSET.path], ...get(PATH), OP.eq],
    ...[...load(SLOT, OFFSET.state), ...get(STATE), OP.eq, OP.and],
    ...[OP.if, NO_RESULT, ...load(SLOT, OFFSET.value), OP.return, OP.end],
    OP.end,
    ...[...get(ITEM), ...get(PATH), ...get(TO_ITEM), ...call(behind), OP.set, VALUE],
    ...[...get(SLOT), OP.if, NO_RESULT],
    ...[...load(SLOT, OFFSET.value), ...call(deleteValue)],
    ...[...get(SLOT), ...get(PATH), OP.store, 0, OFFSET.path],
    ...[...get(SLOT), ...get(STATE), OP.store, 0, OFFSET.state],
    ...[...get(SLOT), ...get(VALUE), ...call(countReference), OP.store, 0, OFFSET.value],
    OP.end,
    ...[...get(VALUE), OP.end],
  ],
}

const get = (variable = 0): number[] => [OP.get, variable]
const call = (functionIndex: number): number[] => [OP.call, ...leb128(functionIndex)]
const load = (variable = 0, offset: number): number[] => [...get(variable), OP.load, 0, offset]
/** Constants are signed; with five bytes the sign bit of values below 2^31 is 0. */
const constant = (value: number): number[] => [OP.const, ...leb128(value, 5)]
const numberOf = (text: string): number => Buffer.from(text).readUInt32LE()
