import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useFormat } from '../../../lib/format'
import { useText } from '../../../lib/i18n'
import { Select } from '../../../ui/select'
import { useWorkspace } from '../../identity'
import { periodsQuery } from '../queries'

const route = getRouteApi('/$environmentId/settings/billing')

/** Selects the period whose usage is shown. */
export function PeriodChoice() {
  const t = useText()
  const { organization } = useWorkspace()
  const { period } = route.useSearch()
  const navigate = route.useNavigate()
  const periodText = usePeriodText()
  const { data } = useQuery(periodsQuery(organization.id))
  if (data === undefined) return <div className="h-(--h-control)" />
  const { items, current } = data
  const value = items.some(({ startsAt }) => startsAt === period) ? period : current.startsAt
  return (
    <Select
      label={t('billing:usage.period')}
      value={value}
      options={items.map((each) => ({ id: each.startsAt, label: periodText(each) }))}
      onChange={(startsAt) =>
        void navigate({
          search: (before) => ({ ...before, period: startsAt === current.startsAt ? '' : startsAt }),
          replace: true,
        })
      }
    />
  )
}

/** The first and the last day of a period. */
export function usePeriodText() {
  const format = useFormat()
  return ({ startsAt, endsAt }: { readonly startsAt: string; readonly endsAt: string }) =>
    `${format.day(startsAt)} – ${format.date(new Date(Date.parse(endsAt) - 1))}`
}
