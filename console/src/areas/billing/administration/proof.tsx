import { useQuery } from '@tanstack/react-query'
import { useFormat } from '../../../lib/format'
import { useText } from '../../../lib/i18n'
import { Banner } from '../../../ui/banner'
import { ListFault } from '../../../ui/list-fault'
import { Skeleton } from '../../../ui/skeleton'
import { StatusMark } from '../../../ui/status-mark'
import { proofQuery } from './queries'

/** The result of the last check of all books. */
export function Proof() {
  const t = useText()
  const format = useFormat()
  const proof = useQuery(proofQuery)
  const { data } = proof
  if (data === undefined)
    return proof.error ? (
      <ListFault title={t('billing:administration.failed')} list={proof} />
    ) : (
      <div aria-busy>
        <Skeleton className="h-24 w-full" />
      </div>
    )
  const { checkedAt, accounts, faults, heldRecords } = data
  if (checkedAt === null)
    return <StatusMark tone="hollow">{t('billing:administration.notChecked')}</StatusMark>
  return (
    <div className="flex flex-col gap-4 text-13">
      <div className="flex flex-wrap items-center gap-x-4">
        <StatusMark tone={faults.length === 0 ? 'good' : 'bad'}>
          {t(faults.length === 0 ? 'billing:administration.addUp' : 'billing:administration.doNotAddUp')}
        </StatusMark>
        <span className="tabular text-12 text-ink-3">
          {t('billing:administration.checked', { at: format.exactTime(checkedAt) })}
          {' · '}
          {t('billing:administration.accounts', { number: format.number(accounts) })}
        </span>
      </div>
      {heldRecords > 0 && (
        <Banner tone="warn">
          {t('billing:administration.held', { number: format.number(heldRecords) })}
        </Banner>
      )}
      {faults.length > 0 && (
        <ul dir="ltr" className="flex flex-col gap-1 text-start">
          {faults.map((fault) => (
            <li key={fault} className="border-b border-rule py-1.5 wrap-anywhere">
              {fault}
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
