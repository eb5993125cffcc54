import type { AccountRecord } from '@kinora/contract'
import { useFormat } from '../../../lib/format'
import { useText } from '../../../lib/i18n'
import { StatusMark, type StatusTone } from '../../../ui/status-mark'
import { AccountRow } from '../account-section'
import { useDeviceText } from '../device'

/** One record: what happened, when, and from where. */
export function ActivityRow({ record }: { readonly record: AccountRecord }) {
  const t = useText()
  const format = useFormat()
  const deviceText = useDeviceText()
  const { action, address, userAgent, by, repeats, lastAt } = record
  return (
    <AccountRow
      as="li"
      title={<StatusMark tone={toneOf(record)}>{t(`identity:activity.actions.${action}`)}</StatusMark>}
      actions={
        repeats > 1 && (
          <span className="text-12 text-ink-3 tabular">
            {t('identity:activity.repeats', { number: format.number(repeats) })}
          </span>
        )
      }
    >
      <span className="ms-[15px] block">
        <time dateTime={lastAt} title={format.exactTime(lastAt)}>
          {format.relative(lastAt)}
        </time>
        {address !== null && (
          <>
            <span aria-hidden> · </span>
            <bdi className="tabular">{address}</bdi>
          </>
        )}
        {userAgent !== null && (
          <>
            <span aria-hidden> · </span>
            <bdi>{deviceText(userAgent)}</bdi>
          </>
        )}
        {by !== null && (
          <>
            <span aria-hidden> · </span>
            {t('identity:activity.by', { name: by })}
          </>
        )}
      </span>
    </AccountRow>
  )
}

function toneOf({ action, failed }: AccountRecord): StatusTone {
  if (action === 'sign_in.locked') return 'bad'
  if (failed) return 'warn'
  return action === 'session.started' ? 'good' : 'hollow'
}
