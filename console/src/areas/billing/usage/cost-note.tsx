import type { MeterId } from '@kinora/contract'
import { useQuery } from '@tanstack/react-query'
import { useText } from '../../../lib/i18n'
import { useRights, useWorkspace } from '../../identity'
import type { CostProps } from '../../library'
import { useLooseMoney } from '../money'
import { estimateQuery } from '../queries'

const CENT = 10_000

/** About what something is going to cost, for those who may read billing. Nothing if it is free. */
export function CostNote({ usage, per }: CostProps) {
  const t = useText()
  const money = useLooseMoney()
  const { organization } = useWorkspace()
  const { read } = useRights('Settings', 'Billing', 'organization')
  const given = (Object.entries(usage) as [MeterId, number][])
    .filter(([, quantity]) => quantity > 0)
    .map(([meter, quantity]) => `${meter}:${Math.round(quantity)}`)
    .join(',')
  const { data } = useQuery({ ...estimateQuery(organization.id, given), enabled: read && given !== '' })
  if (data === undefined || BigInt(data.amount) <= 0n) return null
  const isSmall = BigInt(data.amount) < CENT
  const shown = money(data.currency, isSmall ? CENT : data.amount)
  return (
    <p className="tabular text-12 text-ink-3">
      {t(isSmall ? 'billing:cost.less' : `billing:cost.${per}`, { money: shown })}
    </p>
  )
}
