import type { PlaybackId } from '@kinora/contract'
import { useFormat } from '../../../lib/format'
import { useText } from '../../../lib/i18n'
import { PolicyMark } from '../parts/policy-mark'
import { limitsOf } from './playback-id'

/** Rules of playback: the policy, and each limit in a line. */
export function KnownRules({ policy, restrictions }: Pick<PlaybackId, 'policy' | 'restrictions'>) {
  const t = useText()
  const format = useFormat()
  return (
    <div className="flex flex-col gap-0.5 pt-3">
      <p className="inline-flex items-center gap-1.5">
        <PolicyMark policy={policy} />
        {t(`library:policies.${policy}`)}
      </p>
      {limitsOf(t, format, { restrictions }).map((limit) => (
        <p key={limit} className="text-12 text-ink-2 wrap-anywhere">
          {limit}
        </p>
      ))}
    </div>
  )
}
