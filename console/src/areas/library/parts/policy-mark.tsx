import type { PlaybackPolicy } from '@kinora/contract'
import { Globe } from '@phosphor-icons/react/dist/csr/Globe'
import { LockKey } from '@phosphor-icons/react/dist/csr/LockKey'

/** The icon and name of a playback policy. */
export function PolicyMark({ policy }: { readonly policy: PlaybackPolicy }) {
  return policy === 'public' ? <Globe size={16} aria-hidden /> : <LockKey size={16} aria-hidden />
}
