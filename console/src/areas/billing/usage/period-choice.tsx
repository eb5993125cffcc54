import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useText } from '../../../lib/i18n'
import { Select } from '../../../ui/select'
import { useWorkspace } from '../../identity'
import { useDates } from '../dates'
import { periodsQuery } from '../queries'

const route = getRouteApi('/$environmentId/settings/billing')

/** Selects the period whose usage is shown. */
export function PeriodChoice({ timezone }: { readonly timezone: string }) {
  const t = useText()
  const { organization } = useWorkspace()
  const { period } = route.useSearch()
  const navigate = route.useNavigate()
  const dates = useDates(timezone)
  const { data } = useQuery(periodsQuery(organization.id))
  if (data === undefined) return <div className="h-(--h-control)" />
  const { items, current } = data
  const value = items.some(({ startsAt }) => startsAt === period) ? period : current.startsAt
  return (
    <Select
      label={t('billing:usage.period')}
      value={value}
      options={items.map((each) => ({ id: each.startsAt, label: dates.period(each) }))}
      onChange={(startsAt) =>
        void navigate({
          search: (before) => ({ ...before, period: startsAt === current.startsAt ? '' : startsAt }),
          replace: true,
        })
      }
    />
  )
}
