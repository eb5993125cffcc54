import type { PlaybackId, PlaybackPolicy } from '@kinora/contract'
import { createPlaybackIdBody } from '@kinora/contract/library'
import { useState } from 'react'
import type * as z from 'zod/mini'
import { useText } from '../../../lib/i18n'
import { messageText } from '../../../lib/message-text'
import { localTime, momentOf } from '../../../lib/time/local-time'

interface Typed {
  readonly name: string
  readonly policy: PlaybackPolicy
  readonly sites: readonly string[]
  readonly withoutSite: boolean
  /** The value of a `datetime-local` field. */
  readonly from: string
  readonly until: string
}

/** The rules before they are edited. */
export type KnownRules = Pick<PlaybackId, 'name' | 'policy' | 'restrictions'>

export type RulesBody = z.output<typeof createPlaybackIdBody>

/** The form of a playback id, its request body, and its errors after the first submit. */
export function usePlaybackIdForm(playbackId: KnownRules | undefined) {
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
    /** The valid request body; otherwise undefined, with the errors shown beside the fields. */
    parse: () => {
      setTried(true)
      return parsed.data
    },
  }
}

function typedOf(playbackId: KnownRules | undefined): Typed {
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

function bodyOf(typed: Typed, first: Typed, playbackId: KnownRules | undefined) {
  const { playableFrom = null, playableUntil = null } = playbackId?.restrictions ?? {}
  // The schema refuses an incomplete date.
  const timeOf = (text: string) => (text === '' ? null : (momentOf(text)?.toISOString() ?? text))
  // An unedited time keeps its seconds, which the field does not show.
  const moment = (field: 'from' | 'until', known: string | null) =>
    typed[field] === first[field] ? known : timeOf(typed[field])
  return {
    name: typed.name.trim(),
    policy: typed.policy,
    restrictions: {
      allowedReferrers: typed.sites,
      // Without a list of sites, requests without a referrer are always allowed.
      allowNoReferrer: typed.withoutSite || typed.sites.length === 0,
      playableFrom: moment('from', playableFrom),
      playableUntil: moment('until', playableUntil),
    },
  }
}
