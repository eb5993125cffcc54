import type { Role } from '@kinora/contract'
import { useState } from 'react'
import { changesBetween } from './role-changes'
import { readRights } from './role-rights'

/** What is being made of a role, beside what it was when that began. */
export function useRoleDraft({ permissions }: Role) {
  const [base, setBase] = useState(permissions)
  const [draft, setDraft] = useState(() => readRights(permissions))
  const before = readRights(base)
  const changes = changesBetween(before, draft)
  const isDirty = changes.length > 0
  const take = () => {
    setBase(permissions)
    setDraft(readRights(permissions))
  }
  // The server's word is followed where nothing of one's own is lost by it.
  const isNews = permissions !== base
  if (isNews && (!isDirty || changesBetween(readRights(permissions), draft).length === 0)) take()
  return {
    before,
    draft,
    setDraft,
    changes,
    isDirty,
    discard: () => setDraft(before),
    /** Somebody else has changed the role meanwhile. */
    isOutdated: isNews && isDirty,
    /** Gives the own changes up for what the role is now. */
    take,
  }
}
