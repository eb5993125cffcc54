import type { Role } from '@kinora/contract'
import { useState } from 'react'
import { changesBetween } from './role-changes'
import { readRights } from './role-rights'

/** The unsaved rights of a role and the saved rights that they are based on. */
export function useRoleDraft({ permissions }: Role) {
  const [base, setBase] = useState(permissions)
  const [draft, setDraft] = useState(() => readRights(permissions))
  const before = readRights(base)
  const changes = changesBetween(before, draft)
  const isDirty = changes.length > 0
  const reset = () => {
    setBase(permissions)
    setDraft(readRights(permissions))
  }
  // Follows the server while the draft has no changes.
  const isChangedRemotely = permissions !== base
  if (isChangedRemotely && (!isDirty || changesBetween(readRights(permissions), draft).length === 0)) reset()
  return {
    before,
    draft,
    setDraft,
    changes,
    isDirty,
    discard: () => setDraft(before),
    /** Another user has changed the role in the meantime. */
    isOutdated: isChangedRemotely && isDirty,
    /** Discards the draft and takes the saved rights. */
    reset,
  }
}
