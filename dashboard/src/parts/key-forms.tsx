import { Button, Checkbox, NumberInput, Select, TextInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { ApiError, messageOfError, sendJson } from '../api/client.ts'
import { KEYS, pathOfKey, refreshKeys } from '../api/queries.ts'
import type { Key, NewKey } from '../api/types.ts'
import { Failure } from './failure.tsx'
import { dateOf } from './format.ts'
import { keepFocus } from './keep-focus.ts'

const DAY_MS = 86_400_000

/** Every limit of a key, as `hoarfrost keys create` has them. */
export const LIMITS = {
  maxConcurrent: { label: 'Concurrent requests', max: 1_000_000, told: 'concurrent requests' },
  sockets: { label: 'Open sockets', max: 1_000_000_000, told: 'sockets' },
  requestsPerSecond: { label: 'Requests per second', max: 1_000_000_000, told: 'requests per second' },
  charactersPerMinute: { label: 'Characters per minute', max: 1_000_000_000, told: 'characters per minute' },
  weight: { label: 'Weight', max: 1_000_000_000, told: '' },
} as const
type LimitName = keyof typeof LIMITS
export const LIMIT_NAMES = Object.keys(LIMITS) as LimitName[]

export const limitOf = ({ maxConcurrent, limits }: Key, name: LimitName): number | null | undefined =>
  name === 'maxConcurrent' ? maxConcurrent : limits[name]

/** What the forms change; limits are empty for none. */
interface KeyDraft {
  readonly name: string
  readonly isAdmin: boolean
  /** Days from now, `never`, or, of a key that exists, `kept`. */
  readonly expires: string
  readonly limits: Readonly<Record<LimitName, string | number>>
}

const EMPTY: KeyDraft = {
  name: '',
  isAdmin: false,
  expires: 'never',
  limits: { maxConcurrent: '', sockets: '', requestsPerSecond: '', charactersPerMinute: '', weight: '' },
}

const draftOf = (key: Key): KeyDraft => ({
  name: key.name,
  isAdmin: key.roles.includes('admin'),
  expires: key.expiresAt === null ? 'never' : 'kept',
  limits: Object.fromEntries(LIMIT_NAMES.map((name) => [name, limitOf(key, name) ?? ''])) as KeyDraft['limits'],
})

/** The body of a request: null for what the key has not. */
function termsOf({ name, isAdmin, expires, limits: { maxConcurrent, ...limits } }: KeyDraft) {
  const expiresAt = expires === 'never' ? null : new Date(Date.now() + Number(expires) * DAY_MS).toISOString()
  return {
    name: name.trim(),
    roles: isAdmin ? ['synthesis', 'admin'] : ['synthesis'],
    ...(expires !== 'kept' && { expiresAt }),
    maxConcurrent: numberIn(maxConcurrent),
    limits: Object.fromEntries(Object.entries(limits).map(([limit, value]) => [limit, numberIn(value)])),
  }
}

const numberIn = (value: string | number): number | null => (typeof value === 'number' ? value : null)

const present = <T,>(limits: Readonly<Record<string, T | null>>) =>
  Object.fromEntries(Object.entries(limits).filter(([, value]) => value !== null))

interface KeyFieldsProps {
  readonly draft: KeyDraft
  readonly change: (part: Partial<KeyDraft>) => void
  readonly error: unknown
  readonly expiresAt?: string | null
}

/** Errors of the API stand at the fields that they name. */
function KeyFields({ draft, change, error, expiresAt }: KeyFieldsProps) {
  const { name, isAdmin, expires, limits } = draft
  const fields = useRef<HTMLDivElement>(null)
  const message = error ? messageOfError(error) : ''
  const field = [...LIMIT_NAMES, 'name', 'expiresAt'].find(
    (each) =>
      each === (error instanceof ApiError ? error.field?.replace(/^limits\./, '') : undefined) ||
      message.startsWith(`${each} `),
  )
  const at = (place: string) => (field === place ? message : undefined)
  useEffect(() => {
    if (error) fields.current?.querySelector<HTMLElement>('[aria-invalid="true"], input')?.focus()
  }, [error])
  return (
    <div className="stack" ref={fields}>
      <div className="row bottom">
        <TextInput
          className="grow"
          label="Name"
          placeholder="phone agent"
          value={name}
          error={at('name')}
          onChange={(event) => change({ name: event.currentTarget.value })}
          maxLength={100}
          required
          data-autofocus
        />
        <Select
          label="Expires"
          data={[
            ...(expiresAt ? [{ value: 'kept', label: dateOf(expiresAt) }] : []),
            { value: 'never', label: 'Never' },
            { value: '1', label: 'In a day' },
            { value: '30', label: 'In 30 days' },
            { value: '90', label: 'In 90 days' },
            { value: '365', label: 'In a year' },
          ]}
          value={expires}
          error={at('expiresAt')}
          onChange={(value) => change({ expires: value ?? 'never' })}
          allowDeselect={false}
        />
      </div>
      <div className="key-limits">
        {LIMIT_NAMES.map((limit) => (
          <NumberInput
            key={limit}
            label={LIMITS[limit].label}
            placeholder={limit === 'weight' ? '1' : 'no limit'}
            min={1}
            max={LIMITS[limit].max}
            allowDecimal={false}
            value={limits[limit]}
            error={at(limit)}
            onChange={(value) => change({ limits: { ...limits, [limit]: value } })}
          />
        ))}
      </div>
      <span className="quiet small">
        If a limit is empty, the default from HOARFROST_KEY_LIMITS applies. When several keys compete for threads, a key
        with weight 2 gets twice the share of a key with weight 1.
      </span>
      <Checkbox
        label="May change keys, the dictionary and packs (role admin)"
        checked={isAdmin}
        onChange={(event) => change({ isAdmin: event.currentTarget.checked })}
      />
      {error && field === undefined ? <Failure error={error} /> : null}
    </div>
  )
}

interface KeyFormProps extends KeyFieldsProps {
  readonly label: string
  readonly submit: () => void
  readonly children: ReactNode
  readonly className?: string
}

const KeyForm = ({ label, submit, children, className = 'stack', ...fields }: KeyFormProps) => (
  <form
    className={className}
    aria-label={label}
    onSubmit={(event: FormEvent) => {
      event.preventDefault()
      submit()
    }}
  >
    <KeyFields {...fields} />
    {children}
  </form>
)

interface EditKeyProps {
  readonly edited: Key
  readonly close: () => void
  /** Further buttons. */
  readonly children?: ReactNode
}

/** Changes the terms of a key. Programs that use it need not be told. */
export function EditKeyForm({ edited, close, children }: EditKeyProps) {
  const [draft, setDraft] = useState(() => draftOf(edited))
  const changing = useMutation({
    mutationFn: () => sendJson('PATCH', pathOfKey(edited.id), termsOf(draft)),
    onSuccess: async () => {
      await refreshKeys()
      close()
      keepFocus()
    },
    gcTime: 0,
  })
  return (
    <KeyForm
      label={`Edit ${edited.name || edited.id}`}
      draft={draft}
      change={(part) => setDraft({ ...draft, ...part })}
      error={changing.error}
      expiresAt={edited.expiresAt}
      submit={() => changing.mutate()}
    >
      <div className="row">
        <Button type="submit" loading={changing.isPending}>
          Save
        </Button>
        <Button variant="default" onClick={close}>
          Cancel
        </Button>
        {children}
      </div>
    </KeyForm>
  )
}

/** Makes a key. It is never stored in the browser. */
export function NewKeyForm({ setMade }: { setMade: (made: NewKey) => void }) {
  const [draft, setDraft] = useState(EMPTY)
  const making = useMutation({
    mutationFn: () => {
      const { limits, ...terms } = termsOf(draft)
      return sendJson<NewKey>('POST', KEYS, { ...terms, limits: present(limits) })
    },
    onSuccess: async (key) => {
      setDraft(EMPTY)
      setMade(key)
      await refreshKeys()
    },
    gcTime: 0,
  })
  return (
    <KeyForm
      className="card stack"
      label="New key"
      draft={draft}
      change={(part) => setDraft({ ...draft, ...part })}
      error={making.error}
      submit={() => making.mutate()}
    >
      <div>
        <Button type="submit" loading={making.isPending}>
          Create key
        </Button>
      </div>
    </KeyForm>
  )
}
