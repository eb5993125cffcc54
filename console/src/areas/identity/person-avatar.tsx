import { EnvelopeSimple } from '@phosphor-icons/react/dist/csr/EnvelopeSimple'
import { Avatar } from '../../ui/avatar'

interface PersonAvatarProps {
  /** Null for an invited person without an account. */
  readonly userId: string | null
  readonly name: string | null
}

/** A person's initials, or an envelope for an invitation. */
export function PersonAvatar({ userId, name }: PersonAvatarProps) {
  if (userId === null || name === null) {
    return (
      <span className="grid size-[26px] shrink-0 place-items-center rounded-full border border-dashed border-rule-3 text-ink-3">
        <EnvelopeSimple size={14} aria-hidden />
      </span>
    )
  }
  const words = name.split(' ')
  return (
    <Avatar firstName={words[0] ?? ''} lastName={words.length > 1 ? (words.at(-1) ?? '') : ''} id={userId} />
  )
}
