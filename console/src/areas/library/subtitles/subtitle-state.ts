import type { Subtitle } from '@kinora/contract'
import type { StatusTone } from '../../../ui/status-mark'

type Version = NonNullable<Subtitle['draft']>

/** The version to edit: the draft, or else the published one. */
export function shownVersion({ draft, published }: Subtitle): Version {
  const shown = draft ?? published
  if (shown === null) throw new Error('a subtitle has no version')
  return shown
}

export type SubtitleState = 'draft' | 'published' | 'changed'

export function stateOf({ draft, published }: Subtitle): SubtitleState {
  if (published === null) return 'draft'
  return draft === null ? 'published' : 'changed'
}

export const stateTones: Readonly<Record<SubtitleState, StatusTone>> = {
  draft: 'hollow',
  published: 'good',
  changed: 'draft',
}
