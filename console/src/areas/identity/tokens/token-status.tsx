import type { ApiToken } from '@kinora/contract'
import { useFormat } from '../../../lib/format'
import { useText } from '../../../lib/i18n'
import { StatusMark, type StatusTone } from '../../../ui/status-mark'

const tones = { active: 'good', expired: 'warn', revoked: 'hollow' } as const satisfies Record<
  ApiToken['status'],
  StatusTone
>

/** The status of a token, with its date. */
export function TokenStatus({ token: { status, expiresAt, revokedAt } }: { readonly token: ApiToken }) {
  const t = useText()
  const format = useFormat()
  const when = status === 'revoked' ? revokedAt : expiresAt
  return (
    <span className="block">
      <StatusMark tone={tones[status]}>{t(`identity:tokens.statuses.${status}`)}</StatusMark>
      {when !== null && (
        <time
          dateTime={when}
          title={format.exactTime(when)}
          className="cut block ps-[15px] text-12 text-ink-3"
        >
          {status === 'active' ? t('identity:members.until', { date: format.date(when) }) : format.date(when)}
        </time>
      )}
    </span>
  )
}
