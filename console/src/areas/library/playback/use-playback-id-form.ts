import type { PlaybackId, PlaybackPolicy } from '@kinora/contract'
import { createPlaybackIdBody } from '@kinora/contract/library'
import { useState } from 'react'
import { useText } from '../../../lib/i18n'
import { localTime, momentOf } from '../../../lib/local-time'
import { messageText } from '../../../lib/texts'

interface Typed {
  readonly name: string
  readonly policy: PlaybackPolicy
  readonly sites: readonly string[]
  readonly withoutSite: boolean
  /** As `datetime-local` fields have them. */
  readonly from: string
  readonly until: string
}

/** What is typed of an id, what it would be, and what is wrong with it once somebody tried. */
export function usePlaybackIdForm(playbackId: PlaybackId | undefined) {
  const t = useText()
  const [first] = useState(() => typedOf(playbackId))
  const [typed, setTyped] = useState(first)
  const [tried, setTried] = useState(false)
  const parsed = createPlaybackIdBody.safeParse(bodyOf(typed, first, playbackId))
  const issues = tried ? (parsed.error?.issues ?? []) : []
  const errorAt = (field: string) => {
    const issue = issues.find(({ path }) => path.includes(field))
    return issue && messageText(t, issue.message)
  }
  return {
    typed,
    isDirty: JSON.stringify(typed) !== JSON.stringify(first),
    change: (next: Partial<Typed>) => setTyped((known) => ({ ...known, ...next })),
    errorAt,
    /** What is to be sent; undefined, and errors beside the fields, where that cannot be. */
    parse: () => {
      setTried(true)
      return parsed.data
    },
  }
}

function typedOf(playbackId: PlaybackId | undefined): Typed {
  const { allowedReferrers, allowNoReferrer, playableFrom, playableUntil } = playbackId?.restrictions ?? {}
  return {
    name: playbackId?.name ?? '',
    policy: playbackId?.policy ?? 'public',
    sites: allowedReferrers ?? [],
    withoutSite: allowNoReferrer ?? true,
    from: playableFrom ? localTime(new Date(playableFrom)) : '',
    until: playableUntil ? localTime(new Date(playableUntil)) : '',
  }
}

function bodyOf(typed: Typed, first: Typed, playbackId: PlaybackId | undefined) {
  const { playableFrom = null, playableUntil = null } = playbackId?.restrictions ?? {}
  // A moment that nobody touched keeps its seconds, which the field does not show.
  const moment = (field: 'from' | 'until', known: string | null) =>
    typed[field] === first[field] ? known : (momentOf(typed[field])?.toISOString() ?? null)
  return {
    name: typed.name.trim(),
    policy: typed.policy,
    restrictions: {
      allowedReferrers: typed.sites,
      // Without sites there is nothing to choose.
      allowNoReferrer: typed.withoutSite || typed.sites.length === 0,
      playableFrom: moment('from', playableFrom),
      playableUntil: moment('until', playableUntil),
    },
  }
}
