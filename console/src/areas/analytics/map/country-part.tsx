import { GlobeHemisphereEast } from '@phosphor-icons/react/dist/csr/GlobeHemisphereEast'
import { ListBullets } from '@phosphor-icons/react/dist/csr/ListBullets'
import { lazy, Suspense } from 'react'
import { useText } from '../../../lib/i18n'
import { Segmented } from '../../../ui/segmented'
import { Skeleton } from '../../../ui/skeleton'
import { PartHead, PartList } from '../charts/part-list'
import { isKnownBy } from '../filters'
import { useCounted } from '../use-counted'
import { useChangeView, useView } from '../view'

const CountryMap = lazy(async () => ({ default: (await import('./country-map')).CountryMap }))

/** The selected metric by country, as a list or on a map. */
export function CountryPart() {
  const t = useText()
  const { map, metric, compare } = useView()
  const counted = useCounted()
  const change = useChangeView()
  const choice = (
    <Segmented
      label={t('analytics:countries.label')}
      value={map ? 'map' : 'list'}
      onChange={(look) => change({ map: look === 'map' })}
      options={[
        {
          id: 'list',
          content: <ListBullets size={16} aria-hidden />,
          hint: t('analytics:countries.list'),
        },
        {
          id: 'map',
          content: <GlobeHemisphereEast size={16} aria-hidden />,
          hint: t('analytics:countries.map'),
        },
      ]}
    />
  )
  if (!map) {
    const shown = isKnownBy(metric, 'country') ? metric : 'views'
    return <PartList counted={counted} by="country" metric={shown} compare={compare} end={choice} />
  }
  const title = t('analytics:dimensions.country')
  return (
    <section aria-label={title} className="col-span-full min-w-0">
      <PartHead title={title} end={choice} />
      <Suspense fallback={<Skeleton className="h-80 w-full" />}>
        <CountryMap />
      </Suspense>
    </section>
  )
}
