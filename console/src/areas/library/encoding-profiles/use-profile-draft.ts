import { encodingProfileBody } from '@kinora/contract/library'
import { messages } from '@kinora/contract/messages.gen'
import { useState } from 'react'
import { useText } from '../../../lib/i18n'
import { messageText } from '../../../lib/message-text'
import { bodyOf, inOrder, type ProfileDraft } from './profile-draft'
import type { ProfileBody } from './queries'

export type ProfileForm = ReturnType<typeof useProfileDraft>

/** The draft and its errors by path: `rungs.0.lines`. */
export function useProfileDraft(start: ProfileDraft) {
  const t = useText()
  const [initial, setInitial] = useState(start)
  const [draft, setDraft] = useState(start)
  const [errors, setErrors] = useState<ReadonlyMap<string, string>>(new Map())
  const showErrors = (found: readonly { path: string; message: string }[]) =>
    setErrors(
      new Map(found.map(({ path, message }) => [path.replace(/^body\./, ''), messageText(t, message)])),
    )
  return {
    draft,
    isDirty: draft !== initial,
    /** Changes fields and clears their errors. */
    set(change: Partial<ProfileDraft>) {
      setDraft((known) => ({ ...known, ...change }))
      const isChanged = (path: string) => Object.keys(change).some((name) => path.split('.')[0] === name)
      setErrors((known) => new Map([...known].filter(([path]) => !isChanged(path))))
    },
    /** Sorts the rungs. Their errors would stand beside the wrong rows, so the next check shows them again. */
    sort() {
      if (inOrder(draft.rungs) === draft.rungs) return
      setDraft((known) => ({ ...known, rungs: inOrder(known.rungs) }))
      setErrors((known) => new Map([...known].filter(([path]) => !path.startsWith('rungs'))))
    },
    /** Continues from other values, without changes and errors. */
    reset(to = initial) {
      setInitial(to)
      setDraft(to)
      setErrors(new Map())
    },
    errorAt: (path: string) => errors.get(path),
    showErrors,
    /** The valid request body; otherwise undefined, with the errors shown beside the fields. */
    parse(): ProfileBody | undefined {
      const rungs = inOrder(draft.rungs)
      if (rungs !== draft.rungs) setDraft((known) => ({ ...known, rungs }))
      const body = bodyOf({ ...draft, rungs })
      const parsed = encodingProfileBody.safeParse(body)
      const isImageMissing = draft.watermark?.file === undefined && initial.watermark === null
      const missing =
        draft.watermark !== null && isImageMissing
          ? [{ path: 'watermark.file', message: messages.watermarkRequired }]
          : []
      if (parsed.success && missing.length === 0) return parsed.data
      const issues = parsed.success ? [] : parsed.error.issues
      showErrors([
        ...issues.map(({ path, message }) => ({ path: path.map(String).join('.'), message })),
        ...missing,
      ])
      return undefined
    },
  }
}
