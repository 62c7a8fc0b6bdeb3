import { Button, Switch } from '@mantine/core'
import { useState } from 'react'
import { useSession } from '../api/queries.ts'
import { clearHistory, forget, historyOf, isHistoryKept, keepHistory, type Spoken } from '../history.ts'
import { ConfirmButton } from '../parts/confirm-button.tsx'
import { type Column, DataTable } from '../parts/data-table.tsx'
import { dateOf, nameOfSpeaker } from '../parts/format.ts'
import { HearButton } from '../parts/hear-button.tsx'
import { PageHead } from '../parts/page-head.tsx'
import { navigate } from '../router.ts'
import { draftOf, useWorkspace } from '../workspace.tsx'

export function HistoryPage() {
  const keyId = useSession().data?.keyId ?? ''
  const { change } = useWorkspace()
  const [isKept, setIsKept] = useState(() => isHistoryKept(keyId))
  const [spoken, setSpoken] = useState(() => historyOf(keyId))
  const columns: readonly Column<Spoken>[] = [
    { title: 'Text', cell: ({ request }) => <div className="excerpt">{request.text}</div> },
    { title: 'Voice', cell: ({ request }) => `${nameOfSpeaker(request.speaker)} (${request.model})` },
    { title: 'Time', cell: ({ at }) => dateOf(at) },
    {
      title: 'Actions',
      cell: (each) => (
        <div className="row actions">
          <HearButton request={each.request} of={startOf(each)} />
          <Button
            variant="default"
            size="compact-sm"
            aria-label={`Open ${startOf(each)}`}
            onClick={() => {
              change(draftOf(each.request))
              navigate('')
            }}
          >
            Open
          </Button>
          <ConfirmButton
            label="Delete"
            of={startOf(each)}
            question="Delete this text from the history?"
            confirm={() => {
              forget(keyId, each)
              setSpoken(historyOf(keyId))
            }}
          />
        </div>
      ),
    },
  ]
  return (
    <>
      <PageHead
        title="History"
        purpose="The last 50 texts spoken with this key on the Speak page. They are stored in this browser only, not on the server."
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
          {spoken.length > 0 && (
            <ConfirmButton
              label="Delete all"
              question={`Delete all ${spoken.length} texts from the history?`}
              confirm={() => {
                clearHistory(keyId)
                setSpoken([])
              }}
            />
          )}
        </div>
        {isKept && (
          <DataTable
            label="History"
            columns={columns}
            rows={spoken}
            keyOf={({ at }) => at}
            empty="The history is empty. Texts that you speak are added here."
          />
        )}
      </div>
    </>
  )
}

/** Enough to tell the buttons of one text from those of another. */
const startOf = ({ request }: Spoken): string => request.text.slice(0, 40)
