import { useState } from 'react'
import type { MadeKey } from '../../queries-keys'
import { KeyForm } from './key-form'
import { KeySecret } from './key-secret'

interface NewKeyProps {
  readonly onClose: () => void
  /** There is a private key on the screen: this must stay until `onClose`. */
  readonly onMade: () => void
}

/** Asks what the key is for, then shows its private half, which is kept here alone and only until it is closed. */
export function NewKey({ onClose, onMade }: NewKeyProps) {
  const [made, setMade] = useState<MadeKey>()
  if (made) return <KeySecret made={made} onDone={onClose} />
  return (
    <KeyForm
      onClose={onClose}
      onMade={(key) => {
        setMade(key)
        onMade()
      }}
    />
  )
}
