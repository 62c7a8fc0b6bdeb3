import { Alert, Badge, Button, Checkbox, CopyButton, Modal, NumberInput, Select, TextInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { ApiError, messageOfError, SESSION, sendJson } from '../api/client.ts'
import { KEYS, queryClient, useKeys, useSession } from '../api/queries.ts'
import type { Key, NewKey } from '../api/types.ts'
import { ConfirmButton } from '../parts/confirm-button.tsx'
import { type Column, DataTable } from '../parts/data-table.tsx'
import { Failure } from '../parts/failure.tsx'
import { dateOf, numberOf } from '../parts/format.ts'
import { keepFocus } from '../parts/keep-focus.ts'
import { PageHead } from '../parts/page-head.tsx'

const DAY_MS = 86_400_000
const OWN_KEY = 'You are signed in with this key and will have to sign in with another one. '
const refresh = () => queryClient.invalidateQueries({ queryKey: [KEYS] })
const pathOf = (id: string): string => `${KEYS}/${encodeURIComponent(id)}`

export function KeysPage() {
  const keys = useKeys()
  const ownId = useSession().data?.keyId
  const [made, setMade] = useState<NewKey | null>(null)
  /** Stays marked when the key itself is hidden. */
  const [newId, setNewId] = useState<string>()
  const [edited, setEdited] = useState<Key | null>(null)
  const revoking = useMutation({
    mutationFn: (id: string) => sendJson('DELETE', pathOf(id)),
    onSuccess: async (_, id) => {
      if (id === made?.id) setMade(null)
      if (id !== ownId) return refresh()
      // The server would notice within two seconds.
      await sendJson('DELETE', SESSION).catch(() => {})
      queryClient.setQueryData([SESSION], null)
    },
  })
  const columns: readonly Column<Key>[] = [
    {
      title: 'Name',
      cell: ({ name, id }) => (
        <span className="free">
          <strong title={id}>{name || id}</strong> {id === newId && <Badge color="teal.9">new</Badge>}
        </span>
      ),
    },
    { title: 'Roles', cell: ({ roles }) => roles.join(', ') },
    { title: 'State', cell: StateOfKey },
    { title: 'Created', cell: ({ createdAt, isConfigured }) => (isConfigured ? 'in the settings' : dateOf(createdAt)) },
    { title: 'Last used', cell: ({ lastUsedAt }) => (lastUsedAt ? dateOf(lastUsedAt) : 'never') },
    { title: 'Expires', cell: ({ expiresAt }) => (expiresAt ? dateOf(expiresAt) : 'never') },
    { title: 'Limits', cell: limitsOf },
    {
      title: 'Actions',
      cell: (key) =>
        key.revokedAt || key.isConfigured ? null : (
          <div className="row actions">
            <Button
              variant="default"
              size="compact-sm"
              aria-label={`Edit ${key.name || key.id}`}
              onClick={() => setEdited(key)}
            >
              Edit
            </Button>
            <ConfirmButton
              label="Revoke"
              of={key.name || key.id}
              question={`Revoke the key “${key.name || key.id}”? ${key.id === ownId ? OWN_KEY : ''}Programs that use it stop working.`}
              confirm={() => revoking.mutate(key.id)}
            />
          </div>
        ),
    },
  ]
  return (
    <>
      <PageHead title="Keys" purpose="Create a separate key for each program that uses this server." />
      <div className="stack">
        <NewKeyForm
          made={made}
          setMade={(key) => {
            setMade(key)
            if (key) setNewId(key.id)
          }}
        />
        <section className="card stack" aria-label="All keys">
          <Failure error={keys.error ?? revoking.error} />
          {keys.data && (
            <DataTable
              label="Keys"
              columns={columns}
              rows={inOrder(keys.data.keys, newId)}
              keyOf={({ id }) => id}
              empty="There are no keys."
            />
          )}
        </section>
      </div>
      <Modal
        opened={edited !== null}
        onClose={() => setEdited(null)}
        title={`Edit the key “${edited?.name || edited?.id}”`}
        size="lg"
        closeButtonProps={{ 'aria-label': 'Close' }}
      >
        {edited && <EditKeyForm key={edited.id} edited={edited} close={() => setEdited(null)} />}
      </Modal>
    </>
  )
}

/** The new one, that of the settings, then those that are accepted, the newest first, then the others. */
const inOrder = (keys: readonly Key[], newId: string | undefined): readonly Key[] => {
  const rankOf = ({ id, isConfigured, state }: Key): number =>
    [id === newId, isConfigured, state === 'active', true].indexOf(true)
  return keys.toReversed().sort((one, other) => rankOf(one) - rankOf(other))
}

const LIMITS = {
  maxConcurrent: { label: 'Concurrent requests', max: 1_000_000, told: 'concurrent requests' },
  sockets: { label: 'Open sockets', max: 1_000_000_000, told: 'sockets' },
  requestsPerSecond: { label: 'Requests per second', max: 1_000_000_000, told: 'requests per second' },
  charactersPerMinute: { label: 'Characters per minute', max: 1_000_000_000, told: 'characters per minute' },
  weight: { label: 'Weight', max: 1_000_000_000, told: '' },
} as const
type LimitName = keyof typeof LIMITS
const LIMIT_NAMES = Object.keys(LIMITS) as LimitName[]

const limitOf = ({ maxConcurrent, limits }: Key, name: LimitName): number | null | undefined =>
  name === 'maxConcurrent' ? maxConcurrent : limits[name]

function limitsOf(key: Key): string {
  const told = LIMIT_NAMES.flatMap((name) => {
    const limit = limitOf(key, name)
    return limit ? [name === 'weight' ? `weight ${numberOf(limit)}` : `${numberOf(limit)} ${LIMITS[name].told}`] : []
  })
  return told.join(', ') || 'none'
}

const StateOfKey = ({ state }: Key) => <Badge {...(state !== 'active' && { color: 'gray.7' })}>{state}</Badge>

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

/** Changes the terms of a key. Programs that use it need not be told. */
function EditKeyForm({ edited, close }: { edited: Key; close: () => void }) {
  const [draft, setDraft] = useState(() => draftOf(edited))
  const changing = useMutation({
    mutationFn: () => sendJson('PATCH', pathOf(edited.id), termsOf(draft)),
    onSuccess: async () => {
      await refresh()
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
      </div>
    </KeyForm>
  )
}

/** Makes a key and shows it once. It is never stored in the browser. */
function NewKeyForm({ made, setMade }: { made: NewKey | null; setMade: (made: NewKey | null) => void }) {
  const [draft, setDraft] = useState(EMPTY)
  const making = useMutation({
    mutationFn: () => {
      const { limits, ...terms } = termsOf(draft)
      return sendJson<NewKey>('POST', KEYS, { ...terms, limits: present(limits) })
    },
    onSuccess: async (key) => {
      setDraft(EMPTY)
      setMade(key)
      await refresh()
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
      {made && (
        <Alert
          key={made.id}
          color="frost"
          title={`Created the key “${made.name}”. Copy it now: it is not shown again.`}
          role="status"
        >
          <div className="row">
            <code className="mono new-key">{made.key}</code>
            <CopyButton value={made.key}>
              {({ copied, copy }) => (
                <Button variant="default" size="compact-sm" onClick={copy} autoFocus>
                  {copied ? 'Copied' : 'Copy'}
                </Button>
              )}
            </CopyButton>
            <Button variant="default" size="compact-sm" onClick={() => setMade(null)}>
              Hide
            </Button>
          </div>
        </Alert>
      )}
    </KeyForm>
  )
}
