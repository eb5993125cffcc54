import type { InstallationPlan } from '@kinora/contract'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { Suspense, useState } from 'react'
import { useFormat } from '../../../lib/format'
import { useText } from '../../../lib/i18n'
import { lazy } from '../../../lib/lazy'
import { Button } from '../../../ui/button'
import { Paged } from '../../../ui/paged'
import { Section } from '../../../ui/section'
import { Skeleton } from '../../../ui/skeleton'
import { useMoney } from '../money'
import { PriceTable } from '../plan/price-table'
import { plansQuery } from './queries'

const NewPrice = lazy(async () => ({ default: (await import('./new-price')).NewPrice }))
const NewPlan = lazy(async () => ({ default: (await import('./new-plan')).NewPlan }))
const route = getRouteApi('/$environmentId/administration/billing')

/** All plans with their prices. */
export function Plans() {
  const t = useText()
  const { page } = route.useSearch()
  const navigate = route.useNavigate()
  const list = useQuery(plansQuery(page))
  const [chosen, setChosen] = useState<InstallationPlan>()
  const [isNew, setNew] = useState(false)
  return (
    <>
      <div className="pb-3">
        <Button size="small" onPress={() => setNew(true)}>
          {t('billing:administration.newPlan')}
        </Button>
      </div>
      <Paged
        list={list}
        page={page}
        onPage={(next, replace) => void navigate({ search: (old) => ({ ...old, page: next }), replace })}
        failed={t('billing:administration.failed')}
        safe=""
      >
        <div className="flex flex-col gap-8">
          {list.data === undefined && <Skeleton className="h-48 w-full" />}
          {list.data?.items.map((plan) => (
            <Plan key={plan.id} plan={plan} onNewPrice={() => setChosen(plan)} />
          ))}
        </div>
      </Paged>
      <Suspense>
        {chosen && <NewPrice plan={chosen} onClose={() => setChosen(undefined)} />}
        {isNew && <NewPlan onClose={() => setNew(false)} />}
      </Suspense>
    </>
  )
}

function Plan({ plan, onNewPrice }: { readonly plan: InstallationPlan; readonly onNewPrice: () => void }) {
  const t = useText()
  const format = useFormat()
  const money = useMoney(plan.currency)
  const notes = [
    t('billing:administration.subscribers', { number: format.number(plan.subscribers) }),
    ...(plan.organizationName === null
      ? []
      : [t('billing:administration.only', { name: plan.organizationName })]),
    ...(BigInt(plan.minimum) > 0n
      ? [t('billing:administration.minimum', { money: money.short(plan.minimum) })]
      : []),
  ]
  return (
    <Section title={plan.name}>
      <div className="flex flex-wrap items-center justify-between gap-3 py-3">
        <p className="text-13 text-ink-2">{notes.join(' · ')}</p>
        <Button size="small" onPress={onNewPrice}>
          {t('billing:administration.newPrice')}
        </Button>
      </div>
      {plan.prices.length > 0 && <PriceTable plan={plan} />}
    </Section>
  )
}
