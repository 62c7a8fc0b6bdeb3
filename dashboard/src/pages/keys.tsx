import {
  Alert,
  Badge,
  Button,
  Checkbox,
  CopyButton,
  NumberInput,
  type NumberInputProps,
  Select,
  TextInput,
} from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { SESSION, sendJson } from '../api/client.ts'
import { KEYS, queryClient, useKeys, useSession } from '../api/queries.ts'
import type { Key, NewKey } from '../api/types.ts'
import { ConfirmButton } from '../parts/confirm-button.tsx'
import { type Column, DataTable } from '../parts/data-table.tsx'
import { Failure } from '../parts/failure.tsx'
import { dateOf, numberOf } from '../parts/format.ts'
import { PageHead } from '../parts/page-head.tsx'

const DAY_MS = 86_400_000
const OWN_KEY = 'It is the key you are signed in with: you will have to sign in with another one. '
const refresh = () => queryClient.invalidateQueries({ queryKey: [KEYS] })

export function KeysPage() {
  const keys = useKeys()
  const ownId = useSession().data?.keyId
  const revoking = useMutation({
    mutationFn: (id: string) => sendJson('DELETE', `${KEYS}/${encodeURIComponent(id)}`),
    onSuccess: async (_, id) => {
      if (id !== ownId) return refresh()
      // The server would notice within two seconds.
      await sendJson('DELETE', SESSION).catch(() => {})
      queryClient.setQueryData([SESSION], null)
    },
  })
  const columns: readonly Column<Key>[] = [
    { title: 'Name', cell: ({ name, id }) => <strong title={id}>{name || id}</strong> },
    { title: 'Roles', cell: ({ roles }) => roles.join(', ') },
    { title: 'State', cell: (key) => <State {...key} /> },
    { title: 'Created', cell: ({ createdAt }) => dateOf(createdAt) },
    { title: 'Last used', cell: ({ lastUsedAt }) => dateOf(lastUsedAt) },
    { title: 'Expires', cell: ({ expiresAt }) => (expiresAt ? dateOf(expiresAt) : 'never') },
    { title: 'Limits', cell: limitsOf },
    {
      title: 'Actions',
      cell: ({ id, name, revokedAt, isConfigured }) =>
        revokedAt || isConfigured ? null : (
          <ConfirmButton
            label="Revoke"
            of={name || id}
            question={`Revoke the key “${name || id}”? ${id === ownId ? OWN_KEY : ''}Programs that use it stop working.`}
            confirm={() => revoking.mutate(id)}
          />
        ),
    },
  ]
  return (
    <>
      <PageHead title="Keys" purpose="Every program that uses this server should have a key of its own." />
      <div className="stack">
        <NewKeyForm keys={keys.data?.keys} />
        <section className="card stack" aria-label="All keys">
          <Failure error={keys.error ?? revoking.error} />
          {keys.data && (
            <DataTable
              label="Keys"
              columns={columns}
              rows={keys.data.keys}
              keyOf={({ id }) => id}
              empty="There are no keys."
            />
          )}
        </section>
      </div>
    </>
  )
}

function limitsOf({ maxConcurrent, limits }: Key): string {
  const { sockets, requestsPerSecond, charactersPerMinute, weight } = limits
  const told = [
    maxConcurrent && `${numberOf(maxConcurrent)} at once`,
    sockets && `${numberOf(sockets)} sockets`,
    requestsPerSecond && `${numberOf(requestsPerSecond)} requests a second`,
    charactersPerMinute && `${numberOf(charactersPerMinute)} characters a minute`,
    weight && `weight ${numberOf(weight)}`,
  ].filter(Boolean)
  return told.join(', ') || 'none'
}

function State({ revokedAt, expiresAt, isConfigured }: Key) {
  if (revokedAt) return <Badge color="gray.7">revoked</Badge>
  if (expiresAt && new Date(expiresAt) < new Date()) return <Badge color="gray.7">expired</Badge>
  return <Badge>{isConfigured ? 'configured' : 'valid'}</Badge>
}

/** A number from 1; empty for no limit. */
const LimitInput = (props: Pick<NumberInputProps, 'label' | 'value' | 'onChange' | 'max'>) => (
  <NumberInput {...props} placeholder="no limit" min={1} allowDecimal={false} />
)

const EMPTY = {
  name: '',
  isAdmin: false,
  days: 'never',
  maxConcurrent: '' as string | number,
  charactersPerMinute: '' as string | number,
}

/** Makes a key and shows it once. It is never stored in the browser. */
function NewKeyForm({ keys }: { keys: readonly Key[] | undefined }) {
  const [draft, setDraft] = useState(EMPTY)
  const { name, isAdmin, days, maxConcurrent, charactersPerMinute } = draft
  const change = (part: Partial<typeof EMPTY>) => setDraft({ ...draft, ...part })
  const nameInput = useRef<HTMLInputElement>(null)
  const making = useMutation({
    mutationFn: () =>
      sendJson<NewKey>('POST', KEYS, {
        name: name.trim(),
        roles: isAdmin ? ['synthesis', 'admin'] : ['synthesis'],
        ...(days !== 'never' && { expiresAt: new Date(Date.now() + Number(days) * DAY_MS).toISOString() }),
        ...(typeof maxConcurrent === 'number' && { maxConcurrent }),
        ...(typeof charactersPerMinute === 'number' && { limits: { charactersPerMinute } }),
      }),
    onSuccess: async () => {
      setDraft(EMPTY)
      await refresh()
    },
    onError: () => nameInput.current?.focus(),
    gcTime: 0,
  })
  const isRevoked = keys?.some(({ id, revokedAt }) => id === making.data?.id && revokedAt !== null)
  return (
    <form
      className="card stack"
      aria-label="New key"
      onSubmit={(event) => {
        event.preventDefault()
        making.mutate()
      }}
    >
      <div className="row bottom">
        <TextInput
          className="grow"
          ref={nameInput}
          label="Name"
          placeholder="phone agent"
          value={name}
          onChange={(event) => change({ name: event.currentTarget.value })}
          maxLength={100}
          required
        />
        <Select
          label="Expires"
          data={[
            { value: 'never', label: 'Never' },
            { value: '1', label: 'In a day' },
            { value: '30', label: 'In 30 days' },
            { value: '90', label: 'In 90 days' },
            { value: '365', label: 'In a year' },
          ]}
          value={days}
          onChange={(value) => change({ days: value ?? 'never' })}
          allowDeselect={false}
        />
        <LimitInput
          label="Requests at once"
          value={maxConcurrent}
          onChange={(value) => change({ maxConcurrent: value })}
          max={1_000_000}
        />
        <LimitInput
          label="Characters a minute"
          value={charactersPerMinute}
          onChange={(value) => change({ charactersPerMinute: value })}
          max={1_000_000_000}
        />
      </div>
      <Checkbox
        label="May change keys, the dictionary and packs (role admin)"
        checked={isAdmin}
        onChange={(event) => change({ isAdmin: event.currentTarget.checked })}
      />
      <div>
        <Button type="submit" loading={making.isPending}>
          Create key
        </Button>
      </div>
      <Failure error={making.error} />
      {making.data && !isRevoked && (
        <Alert
          key={making.data.id}
          color="frost"
          title={`The key “${making.data.name}”. Copy it now: it is not shown again.`}
          role="status"
        >
          <div className="row">
            <code className="mono new-key">{making.data.key}</code>
            <CopyButton value={making.data.key}>
              {({ copied, copy }) => (
                <Button variant="default" size="compact-sm" onClick={copy} autoFocus>
                  {copied ? 'Copied' : 'Copy'}
                </Button>
              )}
            </CopyButton>
            <Button variant="default" size="compact-sm" onClick={() => making.reset()}>
              Hide
            </Button>
          </div>
        </Alert>
      )}
    </form>
  )
}
