import type { Member } from '@kinora/contract'
import { useFormat } from '../../../lib/format'
import { useText } from '../../../lib/i18n'
import { StatusMark, type StatusTone } from '../../../ui/status-mark'

const tones = { joined: 'good', 'invite sent': 'hollow', expired: 'warn' } as const satisfies Record<
  Member['status'],
  StatusTone
>

/** Active, or the state of the invitation. */
export function MemberStatus({ member: { status, expiresAt } }: { readonly member: Member }) {
  const t = useText()
  const format = useFormat()
  return (
    <span className="block">
      <StatusMark tone={tones[status]}>{t(`identity:members.statuses.${status}`)}</StatusMark>
      {status === 'invite sent' && expiresAt !== null && (
        <time
          dateTime={expiresAt}
          title={format.exactTime(expiresAt)}
          className="cut block ps-[15px] text-12 text-ink-3"
        >
          {t('identity:members.until', { date: format.date(expiresAt) })}
        </time>
      )}
    </span>
  )
}
