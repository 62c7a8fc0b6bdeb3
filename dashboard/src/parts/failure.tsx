import { Alert } from '@mantine/core'
import { messageOfError } from '../api/client.ts'

/** The message of an error, where it happened; nothing without one. */
export const Failure = ({ error }: { error: unknown }) =>
  error ? (
    <Alert color="red" role="alert">
      {messageOfError(error)}
    </Alert>
  ) : null
