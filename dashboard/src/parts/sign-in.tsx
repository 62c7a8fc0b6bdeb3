import { Button, PasswordInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { messageOfError, SESSION, sendJson } from '../api/client.ts'
import { queryClient } from '../api/queries.ts'
import { linkRefusal } from '../api/sign-in-link.ts'
import { Logo } from './icons.tsx'

export function SignIn({ hasExpired }: { hasExpired: boolean }) {
  const refusal = linkRefusal()
  const [key, setKey] = useState('')
  const signIn = useMutation({
    mutationFn: () => sendJson('POST', SESSION, { key: key.trim() }),
    onSuccess: () => queryClient.invalidateQueries(),
  })
  return (
    <main className="sign-in">
      <form
        className="card stack"
        onSubmit={(event) => {
          event.preventDefault()
          signIn.mutate()
        }}
      >
        <h1 className="brand">
          <Logo /> Hoarfrost
        </h1>
        {hasExpired && (
          <output>
            Your session has ended, or your key was revoked or has expired. Sign in again. Your text is kept.
          </output>
        )}
        {refusal !== undefined && !hasExpired && (
          <output>
            {refusal}. Run <code>hoarfrost open</code> on the server for another one, or sign in with a key.
          </output>
        )}
        <PasswordInput
          label="API key"
          description={
            <>
              The server prints a key on its first start. To create more, run <code>hoarfrost keys create</code>. To
              sign in without a key, run <code>hoarfrost open</code> on the server.
            </>
          }
          value={key}
          onChange={(event) => setKey(event.currentTarget.value)}
          error={signIn.error && messageOfError(signIn.error)}
          autoComplete="current-password"
          autoFocus
          required
          size="md"
        />
        <Button type="submit" size="md" loading={signIn.isPending}>
          Sign in
        </Button>
      </form>
    </main>
  )
}
