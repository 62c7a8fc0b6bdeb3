import { Alert, Badge, Button, CopyButton, Modal, Select } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { SESSION, sendJson } from '../api/client.ts'
import { pathOfKey, queryClient, refreshKeys, useKeys, useSession } from '../api/queries.ts'
import type { Key, NewKey } from '../api/types.ts'
import { ConfirmButton } from '../parts/confirm-button.tsx'
import { type Column, DataTable } from '../parts/data-table.tsx'
import { Failure } from '../parts/failure.tsx'
import { dateOf, numberOf } from '../parts/format.ts'
import { EditKeyForm, LIMIT_NAMES, LIMITS, limitOf, NewKeyForm } from '../parts/key-forms.tsx'
import { PageHead } from '../parts/page-head.tsx'

const OWN_KEY = 'You are signed in with this key and will have to sign in with another one. '

export function KeysPage() {
  const keys = useKeys()
  const ownId = useSession().data?.keyId
  const [made, setMade] = useState<NewKey | null>(null)
  /** Stays marked when the key itself is hidden. */
  const [newId, setNewId] = useState<string>()
  const [edited, setEdited] = useState<Key | null>(null)
  const [rotated, setRotated] = useState<Key | null>(null)
  function show(key: NewKey): void {
    setMade(key)
    setNewId(key.id)
  }
  const revoking = useMutation({
    mutationFn: (id: string) => sendJson('DELETE', pathOfKey(id)),
    onSuccess: async (_, id) => {
      if (id === made?.id) setMade(null)
      if (id !== ownId) return refreshKeys()
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
      <PageHead title="Keys" purpose="Create a separate key for each program that uses this server." api="keys" />
      <div className="stack">
        <NewKeyForm setMade={show} />
        {made && <MadeKey key={made.id} made={made} hide={() => setMade(null)} />}
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
        {edited && (
          <EditKeyForm key={edited.id} edited={edited} close={() => setEdited(null)}>
            {edited.state === 'active' && (
              <Button
                variant="subtle"
                onClick={() => {
                  setEdited(null)
                  setRotated(edited)
                }}
              >
                Rotate
              </Button>
            )}
          </EditKeyForm>
        )}
      </Modal>
      <Modal
        opened={rotated !== null}
        onClose={() => setRotated(null)}
        title={`Rotate the key “${rotated?.name || rotated?.id}”`}
        closeButtonProps={{ 'aria-label': 'Close' }}
      >
        {rotated && (
          <RotateForm
            key={rotated.id}
            rotated={rotated}
            isOwn={rotated.id === ownId}
            show={show}
            close={() => setRotated(null)}
          />
        )}
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

function limitsOf(key: Key): string {
  const told = LIMIT_NAMES.flatMap((name) => {
    const limit = limitOf(key, name)
    return limit ? [name === 'weight' ? `weight ${numberOf(limit)}` : `${numberOf(limit)} ${LIMITS[name].told}`] : []
  })
  return told.join(', ') || 'none'
}

const StateOfKey = ({ state }: Key) => <Badge {...(state !== 'active' && { color: 'gray.7' })}>{state}</Badge>

const OVERLAPS = [
  { value: '0', label: 'At once' },
  { value: '3600', label: 'In an hour' },
  { value: '86400', label: 'In a day' },
  { value: '604800', label: 'In a week' },
]

interface RotateProps {
  readonly rotated: Key
  readonly isOwn: boolean
  readonly show: (made: NewKey) => void
  readonly close: () => void
}

/** Replaces a key by another with the same terms. */
function RotateForm({ rotated, isOwn, show, close }: RotateProps) {
  const [overlap, setOverlap] = useState('86400')
  const rotating = useMutation({
    mutationFn: () => sendJson<NewKey>('POST', `${pathOfKey(rotated.id)}/rotate`, { overlapSeconds: Number(overlap) }),
    onSuccess: async (made) => {
      show(made)
      await refreshKeys()
      close()
    },
    gcTime: 0,
  })
  return (
    <form
      className="stack"
      onSubmit={(event) => {
        event.preventDefault()
        rotating.mutate()
      }}
    >
      <p>
        Creates a key with the same name, roles, expiry and limits. Give it to the programs before the old key stops.
        {isOwn && ' You are signed in with the old key.'}
      </p>
      <Select
        label="The old key stops"
        // At once would end this session, and hide the new key.
        data={isOwn ? OVERLAPS.filter(({ value }) => value !== '0') : OVERLAPS}
        value={overlap}
        onChange={(value) => setOverlap(value ?? '0')}
        allowDeselect={false}
        data-autofocus
      />
      <Failure error={rotating.error} />
      <div className="row">
        <Button type="submit" loading={rotating.isPending}>
          Rotate key
        </Button>
        <Button variant="default" onClick={close}>
          Cancel
        </Button>
      </div>
    </form>
  )
}

/** The key itself, which is shown once. */
const MadeKey = ({ made, hide }: { readonly made: NewKey; readonly hide: () => void }) => (
  <Alert color="frost" title={`Created the key “${made.name}”. Copy it now: it is not shown again.`} role="status">
    <div className="row">
      <code className="mono new-key">{made.key}</code>
      <CopyButton value={made.key}>
        {({ copied, copy }) => (
          <Button variant="default" size="compact-sm" onClick={copy} autoFocus>
            {copied ? 'Copied' : 'Copy'}
          </Button>
        )}
      </CopyButton>
      <Button variant="default" size="compact-sm" onClick={hide}>
        Hide
      </Button>
    </div>
  </Alert>
)
