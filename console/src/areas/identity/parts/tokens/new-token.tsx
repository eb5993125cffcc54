import { useState } from 'react'
import type { MadeToken } from '../../queries-tokens'
import { TokenForm } from './token-form'
import { TokenSecret } from './token-secret'

interface NewTokenProps {
  readonly onClose: () => void
  /** There is a secret on the screen: this must stay until `onClose`. */
  readonly onMade: () => void
}

/** Asks what the token is to be, then shows its secret, which is kept here alone and only until it is closed. */
export function NewToken({ onClose, onMade }: NewTokenProps) {
  const [made, setMade] = useState<MadeToken>()
  if (made) return <TokenSecret made={made} onDone={onClose} />
  return (
    <TokenForm
      onClose={onClose}
      onMade={(token) => {
        setMade(token)
        onMade()
      }}
    />
  )
}
