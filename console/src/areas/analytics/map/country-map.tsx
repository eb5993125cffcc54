import { useQuery } from '@tanstack/react-query'
import { useFormat } from '../../../lib/format'
import { useText } from '../../../lib/i18n'
import { ListFault } from '../../../ui/list-fault'
import { Skeleton } from '../../../ui/skeleton'
import { useFigureText } from '../figure-text'
import { isKnownBy } from '../filters'
import { partsQuery } from '../queries'
import { useCounted } from '../use-counted'
import { usePartName } from '../use-part-name'
import { useChangeView, useView } from '../view'
import { classesOf, classOf } from './classes'
import { loadWorld } from './world'
import { type MapCountry, WorldMap } from './world-map'

const CLASSES = 5
/** Colors from light to dark in one hue, so that color-blind people can tell them apart. */
const classColors = Array.from(
  { length: CLASSES },
  (_, n) => `color-mix(in oklab, var(--map-5) ${(100 * n) / (CLASSES - 1)}%, var(--map-1))`,
)

/** The selected metric of each country on a map. Selecting a country filters by it. */
export function CountryMap() {
  const t = useText()
  const format = useFormat()
  const figure = useFigureText()
  const nameOf = usePartName()
  const counted = useCounted()
  const { metric, compare, filters } = useView()
  const change = useChangeView()
  const shown = isKnownBy(metric, 'country') ? metric : 'views'
  const parts = useQuery(partsQuery(counted, shown, compare, 'country'))
  const world = useQuery({ queryKey: ['world'], queryFn: loadWorld, staleTime: Number.POSITIVE_INFINITY })
  if (world.isError) return <ListFault title={t('analytics:countries.failed')} list={world} />
  if (parts.isError && !parts.data)
    return <ListFault title={t('analytics:failed')} safe={t('ui:safe')} list={parts} />
  if (!world.data || !parts.data) {
    return (
      <div aria-busy>
        <Skeleton className="h-80 w-full" />
      </div>
    )
  }
  const known = parts.data.rows.flatMap(({ key, value }) => (value === null ? [] : [{ key, value }]))
  const onMap = known.filter(({ key }) => world.data.has(key))
  const classes = classesOf(
    onMap.map(({ value }) => value),
    CLASSES,
  )
  // Fewer classes are spread over the whole color scale.
  const colorOf = (n: number) =>
    classColors[classes.length < 2 ? CLASSES - 1 : Math.round((n * (CLASSES - 1)) / (classes.length - 1))] ??
    ''
  const chosen = filters.country ?? []
  const countries = onMap.map(
    ({ key, value }): MapCountry => ({
      code: key,
      name: nameOf('country', key),
      text: figure.full(shown, value),
      color: colorOf(classOf(classes, value)),
      isChosen: chosen.includes(key),
    }),
  )
  const choose = (code: string) => {
    const isOnly = chosen.length === 1 && chosen[0] === code
    change({ filters: { ...filters, country: isOnly ? [] : [code] } })
  }
  const elsewhere = known
    .filter(({ key }) => !world.data.has(key))
    .map(({ key, value }) => `${nameOf('country', key)} ${figure.full(shown, value)}`)
  return (
    <>
      <WorldMap
        outlines={world.data}
        countries={countries}
        nameOf={(code) => nameOf('country', code)}
        onChoose={choose}
      />
      <ul className="tabular flex flex-wrap gap-x-4 gap-y-1 pt-3 text-12 text-ink-2">
        <LegendItem color="var(--map-0)" text={t('analytics:countries.noViews')} />
        {classes.map(({ from, to }, n) => (
          <LegendItem
            key={to}
            color={colorOf(n)}
            text={
              from === to
                ? figure.full(shown, from)
                : t('analytics:countries.span', {
                    from: figure.full(shown, from),
                    to: figure.full(shown, to),
                  })
            }
          />
        ))}
      </ul>
      {elsewhere.length > 0 && (
        <p className="pt-1 text-12 text-ink-3">
          {t('analytics:countries.elsewhere', { countries: format.list(elsewhere) })}
        </p>
      )}
    </>
  )
}

function LegendItem({ color, text }: { readonly color: string; readonly text: string }) {
  return (
    <li className="flex items-center gap-1.5">
      <span
        aria-hidden
        className="rounded-1 border border-rule-2"
        style={{ width: 12, height: 12, background: color }}
      />
      <bdi>{text}</bdi>
    </li>
  )
}
