import { Button, Switch } from '@mantine/core'
import { useState } from 'react'
import { useSession } from '../api/queries.ts'
import { clearHistory, historyOf, isHistoryKept, keepHistory, type Spoken } from '../history.ts'
import { type Column, DataTable } from '../parts/data-table.tsx'
import { dateOf } from '../parts/format.ts'
import { PageHead } from '../parts/page-head.tsx'
import { navigate } from '../router.ts'
import { draftOf, useWorkspace } from '../workspace.tsx'

export function HistoryPage() {
  const keyId = useSession().data?.keyId ?? ''
  const { change, speaker } = useWorkspace()
  const [isKept, setIsKept] = useState(() => isHistoryKept(keyId))
  const [spoken, setSpoken] = useState(() => historyOf(keyId))
  const columns: readonly Column<Spoken>[] = [
    { title: 'Text', cell: ({ request }) => <div className="excerpt">{request.text}</div> },
    { title: 'Voice', cell: ({ request }) => `${request.speaker} (${request.model})` },
    { title: 'Time', cell: ({ at }) => dateOf(at) },
    {
      title: 'Actions',
      cell: ({ request }) => (
        <div className="row actions">
          <Button variant="default" size="compact-sm" onClick={() => void speaker.speak(request)}>
            Hear
          </Button>
          <Button
            variant="default"
            size="compact-sm"
            onClick={() => {
              change(draftOf(request))
              navigate('')
            }}
          >
            Open
          </Button>
        </div>
      ),
    },
  ]
  return (
    <>
      <PageHead
        title="History"
        purpose="The last 50 texts spoken with this key, kept in this browser only. The server keeps no texts."
      />
      <div className="card stack">
        <div className="row spread">
          <Switch
            label="Keep a history in this browser"
            checked={isKept}
            onChange={({ currentTarget }) => {
              keepHistory(keyId, currentTarget.checked)
              setIsKept(currentTarget.checked)
              setSpoken(historyOf(keyId))
            }}
          />
          <Button
            variant="default"
            disabled={spoken.length === 0}
            onClick={() => {
              clearHistory(keyId)
              setSpoken([])
            }}
          >
            Delete all
          </Button>
        </div>
        {isKept && (
          <DataTable
            label="History"
            columns={columns}
            rows={spoken}
            keyOf={({ at }) => at}
            empty="Nothing has been spoken since the history was turned on."
          />
        )}
      </div>
    </>
  )
}
