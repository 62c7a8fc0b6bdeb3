import { Button, Modal } from '@mantine/core'
import { useEffect, useState } from 'react'
import { keepFocus } from './keep-focus.ts'

interface ConfirmProps {
  readonly label: string
  /** What the button is for, where there are several; for screen readers. */
  readonly of?: string
  readonly question: string
  /** What leaves everything as it is. */
  readonly dismissal?: string
  readonly confirm: () => void
}

/** A button for what cannot be undone: it asks first. */
export function ConfirmButton({ label, of, question, dismissal = 'Cancel', confirm }: ConfirmProps) {
  const [isOpen, setIsOpen] = useState(false)
  useEffect(() => keepFocus, []) // what was confirmed may remove the button
  return (
    <>
      <Button
        variant="subtle"
        color="red"
        size="compact-sm"
        className="danger"
        aria-label={of && `${label} ${of}`}
        onClick={() => setIsOpen(true)}
      >
        {label}
      </Button>
      <Modal
        opened={isOpen}
        onClose={() => setIsOpen(false)}
        title={question}
        closeButtonProps={{ 'aria-label': 'Close' }}
      >
        <div className="row">
          <Button
            color="red.9"
            onClick={() => {
              setIsOpen(false)
              confirm()
            }}
          >
            {label}
          </Button>
          <Button variant="default" onClick={() => setIsOpen(false)}>
            {dismissal}
          </Button>
        </div>
      </Modal>
    </>
  )
}
